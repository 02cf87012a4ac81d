/** Whose an application is, and who may do what with it (contract applications A.8). */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { readJsonBody } from '../http/body'
import type { HttpEnv } from '../http/env'
import { documented, problemResponses, toldBody } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { sentOwnerSchema } from '../identity'
import { permissionsSchema } from '../permissions'
import { loadApplication } from './load'
import { changeOwner } from './owner'
import { readPermissions, setPermissions } from './permissions'
import { shown } from './routes'

export const applicationAccessRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Applications']
const idParam = z.object({ id: z.string() })
const oneApplication = documented('The application', { id: z.string(), status: z.string(), href: z.string() })

addRoute(
  applicationAccessRoutes,
  {
    method: 'put',
    path: '/{id}/owner',
    operationId: 'changeApplicationOwner',
    tags,
    summary: 'Give an application to another owner, with its keys',
    description: 'Its permissions start afresh; public ones are kept.',
    params: idParam,
    body: toldBody(sentOwnerSchema, 'The new owner.'),
    responses: { 200: oneApplication, ...problemResponses(400, 401, 403, 404, 409, 429) },
  },
  async ({ ctx, c, request, params }) => {
    const { id } = params
    await loadApplication(ctx, id, 'delete')
    const application = await changeOwner(ctx, { id, owner: await readJsonBody(c, sentOwnerSchema) })
    return jsonResponse(request, shown(ctx, application), { status: 200 })
  },
)

addRoute(
  applicationAccessRoutes,
  {
    method: 'get',
    path: '/{id}/permissions',
    operationId: 'getApplicationPermissions',
    tags,
    summary: 'Read who may do what',
    params: idParam,
    responses: {
      200: { description: 'Entries', content: { 'application/json': { schema: permissionsSchema } } },
      ...problemResponses(403, 404),
    },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await readPermissions(ctx, params.id)),
)

addRoute(
  applicationAccessRoutes,
  {
    method: 'put',
    path: '/{id}/permissions',
    operationId: 'setApplicationPermissions',
    tags,
    summary: 'Replace who may do what',
    params: idParam,
    body: toldBody(permissionsSchema, 'All entries: those left out are withdrawn.'),
    responses: {
      200: { description: 'Entries', content: { 'application/json': { schema: permissionsSchema } } },
      ...problemResponses(400, 401, 403, 404),
    },
  },
  async ({ ctx, c, request, params }) => {
    const { id } = params
    await loadApplication(ctx, id, 'setPermissions')
    return jsonResponse(request, await setPermissions(ctx, { id, permissions: await readJsonBody(c, z.unknown()) }), {
      status: 200,
    })
  },
)
