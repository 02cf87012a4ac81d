/** Two-factor authentication of the user of a session. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { readJsonBody } from '../../http/body'
import { callerNetwork } from '../../http/caller'
import type { HttpEnv } from '../../http/env'
import { documented, documentedBody, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { sessionUser } from '../actor'
import {
  codeProofSchema,
  codeSchema,
  confirmTwoFactor,
  passwordProofSchema,
  removeTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
} from './enrolment'

export const twoFactorRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Session']
const codes = documented('The recovery codes, this once', { recoveryCodes: z.array(z.string()) })
const proofOf = (request: Request) => ({ headers: request.headers, address: callerNetwork(request) })

addRoute(
  twoFactorRoutes,
  {
    method: 'post',
    path: '/profile/two-factor',
    operationId: 'startTwoFactor',
    tags,
    summary: 'Make the secret of an authenticator application',
    description: 'Sign-ins ask for codes once a first one is confirmed.',
    body: documentedBody(passwordProofSchema, 'Your password.'),
    responses: {
      200: documented('The secret, and its address for a QR code', { secret: z.string(), uri: z.string() }),
      ...problemResponses(400, 401, 403, 409, 429),
    },
  },
  async ({ ctx, c, request }) => {
    sessionUser(ctx)
    const { password } = await readJsonBody(c, passwordProofSchema)
    return jsonResponse(request, await startTwoFactor(ctx, { password, ...proofOf(request) }), { status: 200 })
  },
)

addRoute(
  twoFactorRoutes,
  {
    method: 'post',
    path: '/profile/two-factor/confirmation',
    operationId: 'confirmTwoFactor',
    tags,
    summary: 'Turn two-factor authentication on with a first code',
    body: documentedBody(codeSchema, 'A code of the application.'),
    responses: { 200: codes, ...problemResponses(400, 401, 403, 409, 429) },
  },
  async ({ ctx, c, request }) => {
    sessionUser(ctx)
    return jsonResponse(request, await confirmTwoFactor(ctx, await readJsonBody(c, codeSchema)), { status: 200 })
  },
)

addRoute(
  twoFactorRoutes,
  {
    method: 'post',
    path: '/profile/two-factor/recovery-codes',
    operationId: 'renewRecoveryCodes',
    tags,
    summary: 'Replace the recovery codes',
    body: documentedBody(codeProofSchema, 'Your password, and a code.'),
    responses: { 200: codes, ...problemResponses(400, 401, 403, 409, 429) },
  },
  async ({ ctx, c, request }) => {
    sessionUser(ctx)
    const proof = await readJsonBody(c, codeProofSchema)
    return jsonResponse(request, await renewRecoveryCodes(ctx, { ...proof, ...proofOf(request) }), { status: 200 })
  },
)

addRoute(
  twoFactorRoutes,
  {
    method: 'post',
    path: '/profile/two-factor/removal',
    operationId: 'removeTwoFactor',
    tags,
    summary: 'Turn two-factor authentication off',
    body: documentedBody(codeProofSchema, 'Your password, and a code.'),
    responses: { 204: { description: 'Off' }, ...problemResponses(400, 401, 403, 409, 429) },
  },
  async ({ ctx, c, request }) => {
    sessionUser(ctx)
    const proof = await readJsonBody(c, codeProofSchema)
    await removeTwoFactor(ctx, { ...proof, ...proofOf(request) })
    return c.body(null, 204)
  },
)
