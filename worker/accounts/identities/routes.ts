/** What a directory tells of its users and organizations: their new names, and their end (contract editable-accounts C.3). */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { readJsonBody } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { problemResponses, textQuery, toldBody } from '../../http/openapi'
import { addRoute } from '../../http/route'
import { limits } from '../../limits'
import { renameOwner } from '../directory/rename'
import { checkOperator } from '../quotas/limits'
import { accountAt } from '../settings/account'
import { removeIdentity } from './remove'

export const identityRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Identities']
const params = z.object({
  type: z.string().openapi({ example: 'organization', description: 'user or organization' }),
  id: z.string().openapi({ example: 'town' }),
})
const query = textQuery({ key: 'Secret of a service of the operator (SERVICE_KEY), instead of a super-administrator.' })
const name = z.string().min(1).max(limits.accounts.maxNameChars)
const identitySchema = z
  .object({
    name,
    departments: z
      .array(z.object({ id: z.string(), name }))
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
    body: toldBody(identitySchema, 'The names.'),
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
