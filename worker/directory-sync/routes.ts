/** Changes of users and organizations, sent by a directory: new names and removals. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { accountAt, checkOperator, renameOwner } from '../accounts'
import { readJsonBody } from '../http/body'
import type { HttpEnv } from '../http/env'
import { documented, documentedBody, problemResponses } from '../http/openapi'
import { addRoute } from '../http/route'
import { limits } from '../limits'
import { sentName } from '../schema/name-text'
import { textQuery } from '../schema/query-parameters'
import { removeIdentity } from './remove'
import { reportIdentity } from './report'

export const identityRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Identities']
const params = z.object({
  type: z.string().openapi({ example: 'organization', description: 'user or organization' }),
  id: z.string().openapi({ example: 'town' }),
})
const query = textQuery({ key: 'Secret of a service of the operator (SERVICE_KEY), instead of a super-administrator.' })
const identitySchema = z
  .object({
    name: sentName,
    departments: z
      .array(z.object({ id: z.string(), name: sentName }))
      .max(limits.accounts.maxDepartments)
      .optional(),
  })
  .openapi('Identity')

addRoute(
  identityRoutes,
  {
    method: 'post',
    path: '/{type}/{id}',
    operationId: 'renameIdentity',
    tags,
    summary: 'Tell the new name of a user or an organization, and of its departments',
    params,
    query,
    body: documentedBody(identitySchema, 'The names.'),
    responses: { 200: { description: 'They are told everywhere' }, ...problemResponses(400, 401, 403) },
  },
  async ({ ctx, c, params, query }) => {
    await checkOperator(ctx, query.key)
    const { type, id } = accountAt(params)
    const { name, departments } = await readJsonBody(c, identitySchema)
    await renameOwner(ctx, { type, id }, { name, ...(departments ? { departments } : {}) })
    return c.body(null, 200)
  },
)

const resourcesSchema = z.object({
  count: z.number(),
  results: z.array(z.object({ id: z.string(), title: z.string() })),
})
addRoute(
  identityRoutes,
  {
    method: 'get',
    path: '/{type}/{id}/report',
    operationId: 'reportIdentity',
    tags,
    summary: 'What a user or an organization has here, and its removal would take away',
    params,
    query,
    responses: {
      200: documented('What it has', {
        datasets: resourcesSchema.openapi({ description: 'What it owns.' }),
        permissions: resourcesSchema.openapi({ description: 'Datasets of others whose permissions name it.' }),
        applications: resourcesSchema.openapi({ description: 'What it owns.' }),
        applicationPermissions: resourcesSchema.openapi({
          description: 'Applications of others whose permissions name it.',
        }),
        settings: z.number(),
        apiKeys: z.number(),
        webhooks: z.number(),
        remoteServices: z.number(),
        limits: z.number(),
      }),
      ...problemResponses(400, 401, 403),
    },
  },
  async ({ ctx, c, params, query }) => {
    await checkOperator(ctx, query.key)
    return c.json(await reportIdentity(ctx, accountAt(params)))
  },
)

addRoute(
  identityRoutes,
  {
    method: 'delete',
    path: '/{type}/{id}',
    operationId: 'removeIdentity',
    tags,
    summary: 'Remove all that a user or an organization has here, and the permissions that name it',
    params,
    query,
    responses: { 200: { description: 'It is gone' }, ...problemResponses(400, 401, 403) },
  },
  async ({ ctx, c, params, query }) => {
    await checkOperator(ctx, query.key)
    const { type, id } = accountAt(params)
    await removeIdentity(ctx, { type, id })
    return c.body(null, 200)
  },
)
