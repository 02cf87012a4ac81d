/** Routes of the owner and of the permissions of an application. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { readJsonBody } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { documented, documentedBody, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { sentOwnerSchema } from '../../identity'
import { addPermissionRoutes } from '../../resources/routes'
import { loadApplication } from '../load'
import { presentFor } from '../routes'
import { changeOwner } from './change-owner'
import { readPermissions, setPermissions } from './permissions'

export const applicationAccessRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Applications']
const idParam = z.object({ id: z.string() })
const applicationResponse = documented('The application', { id: z.string(), status: z.string(), href: z.string() })

addRoute(
  applicationAccessRoutes,
  {
    method: 'put',
    path: '/{id}/owner',
    operationId: 'changeApplicationOwner',
    tags,
    summary: 'Give an application to another owner, with its keys',
    description: 'Its permissions are reset to those of a new application; public permissions stay.',
    params: idParam,
    body: documentedBody(sentOwnerSchema, 'The new owner.'),
    responses: { 200: applicationResponse, ...problemResponses(400, 401, 403, 404, 409, 429) },
  },
  async ({ ctx, c, request, params }) => {
    const { id } = params
    await loadApplication(ctx, id, 'delete')
    const application = await changeOwner(ctx, { id, owner: await readJsonBody(c, sentOwnerSchema) })
    return jsonResponse(request, presentFor(ctx, application), { status: 200 })
  },
)

addPermissionRoutes(applicationAccessRoutes, {
  tags,
  operationIds: { read: 'getApplicationPermissions', replace: 'setApplicationPermissions' },
  read: readPermissions,
  authorize: (ctx, id) => loadApplication(ctx, id, 'setPermissions'),
  replace: setPermissions,
})
