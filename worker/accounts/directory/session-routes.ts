/** The session. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { readJsonBody } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { documented, documentedBody, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { ownerSchema, roles } from '../../identity'
import { sessionUser } from '../actor'
import { describeSession, switchAccount, switchAdminMode } from './session'

export const sessionRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Session']
const sessionResponse = documented('The session', {
  user: z
    .object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      isAdmin: z.boolean(),
    })
    .nullable(),
  adminMode: z.boolean().optional(),
  account: ownerSchema.optional(),
  role: z.enum(roles).optional(),
  organizations: z.array(z.looseObject({ id: z.string(), name: z.string(), role: z.enum(roles) })).optional(),
  signIn: z.looseObject({}),
})

addRoute(
  sessionRoutes,
  {
    method: 'get',
    path: '/session',
    operationId: 'readSession',
    tags,
    summary: 'Who is signed in, for which account, and how to sign in',
    responses: { 200: sessionResponse },
  },
  ({ ctx, request }) =>
    jsonResponse(request, describeSession(ctx), { headers: { 'cache-control': 'private, no-store' } }),
)

const accountSchema = z.strictObject({
  type: z.enum(['user', 'organization']),
  id: z.string(),
  department: z.string().optional(),
  role: z.enum(roles).optional(),
})

addRoute(
  sessionRoutes,
  {
    method: 'put',
    path: '/session/account',
    operationId: 'switchAccount',
    tags,
    summary: 'Act for another of your accounts',
    description: 'Your own, or an organization or department of yours: cookies select it for the following requests.',
    body: documentedBody(accountSchema, 'The account.'),
    responses: { 204: { description: 'The following requests act for it' }, ...problemResponses(400, 401, 403) },
  },
  async ({ ctx, c }) => {
    sessionUser(ctx)
    const { department, role, ...account } = await readJsonBody(c, accountSchema)
    const cookies = switchAccount(ctx, { ...account, ...(department ? { department } : {}), ...(role ? { role } : {}) })
    for (const cookie of cookies) c.header('set-cookie', cookie, { append: true })
    return c.body(null, 204)
  },
)

const modeSchema = z.strictObject({ active: z.boolean() })

addRoute(
  sessionRoutes,
  {
    method: 'put',
    path: '/session/admin-mode',
    operationId: 'switchAdminMode',
    tags,
    summary: 'Turn the super-administrator mode on or off',
    body: documentedBody(modeSchema, 'On or off.'),
    responses: { 204: { description: 'Done' }, ...problemResponses(400, 401, 403, 409) },
  },
  async ({ ctx, c }) => {
    sessionUser(ctx)
    const { active } = await readJsonBody(c, modeSchema)
    c.header('set-cookie', switchAdminMode(ctx, active))
    return c.body(null, 204)
  },
)
