/** The passkeys of the user of a session. Their ceremonies are routes of the directory. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { readJsonBody } from '../../http/body'
import { callerNetwork } from '../../http/caller'
import type { HttpEnv } from '../../http/env'
import { documentedBody, problemResponses } from '../../http/openapi'
import { addRoute } from '../../http/route'
import { sessionUser } from '../actor'
import { passkeyCreationSchema, passkeyRemovalSchema, removePasskey, startPasskey } from './passkeys'

export const passkeyRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Session']

addRoute(
  passkeyRoutes,
  {
    method: 'post',
    path: '/profile/passkeys',
    operationId: 'startPasskey',
    tags,
    summary: 'Begin the registration of a passkey',
    description:
      'The response is the options of `navigator.credentials.create`, whose result goes to `POST /api/auth/passkey/verify-registration`.',
    body: documentedBody(passkeyCreationSchema, 'Your password, and a code with two-factor authentication.'),
    responses: { 200: { description: 'The options of WebAuthn' }, ...problemResponses(400, 401, 403, 409, 429) },
  },
  async ({ ctx, c, request }) => {
    sessionUser(ctx)
    const proof = await readJsonBody(c, passkeyCreationSchema)
    const { headers } = request
    return startPasskey(ctx, { ...proof, headers, address: callerNetwork(request), database: c.env.DB })
  },
)

addRoute(
  passkeyRoutes,
  {
    method: 'post',
    path: '/profile/passkeys/{passkey}/removal',
    operationId: 'removePasskey',
    tags,
    summary: 'Remove a passkey',
    params: z.object({ passkey: z.string() }),
    body: documentedBody(passkeyRemovalSchema, 'Your password.'),
    responses: { 204: { description: 'Removed' }, ...problemResponses(400, 401, 403, 404, 409, 429) },
  },
  async ({ ctx, c, request, params }) => {
    sessionUser(ctx)
    const { password } = await readJsonBody(c, passkeyRemovalSchema)
    const { headers } = request
    await removePasskey(ctx, { id: params.passkey, password, headers, address: callerNetwork(request) })
    return c.body(null, 204)
  },
)
