import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { HttpEnv } from '../../http/env'
import { documented, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { deletedSchema } from '../../resources'
import { listDeletedApplications } from './deleted-application'
import { purgeDeletedApplication } from './purge'
import { restoreApplication } from './restore'

/** Deleted applications that can be restored. */
export const applicationTrashRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Applications']
const idParam = z.object({ id: z.string() })

addRoute(
  applicationTrashRoutes,
  {
    method: 'get',
    path: '/deleted-applications',
    operationId: 'listDeletedApplications',
    tags,
    summary: 'List the deleted applications of the active account that can be restored',
    responses: {
      200: documented('The deleted applications, the last one first', {
        count: z.number().int(),
        results: z.array(deletedSchema),
      }),
      ...problemResponses(401, 403),
    },
  },
  async ({ ctx, request }) => jsonResponse(request, await listDeletedApplications(ctx)),
)

addRoute(
  applicationTrashRoutes,
  {
    method: 'post',
    path: '/deleted-applications/{id}/restore',
    operationId: 'restoreApplication',
    tags,
    summary: 'Restore a deleted application',
    params: idParam,
    responses: { 204: { description: 'Restored' }, ...problemResponses(401, 403, 404, 409, 429) },
  },
  async ({ ctx, c, params }) => {
    await restoreApplication(ctx, params.id)
    return c.body(null, 204)
  },
)

addRoute(
  applicationTrashRoutes,
  {
    method: 'delete',
    path: '/deleted-applications/{id}',
    operationId: 'purgeApplication',
    tags,
    summary: 'Delete the files of a deleted application now; it can no longer be restored',
    params: idParam,
    responses: { 204: { description: 'Deleted' }, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, c, params }) => {
    await purgeDeletedApplication(ctx, params.id)
    return c.body(null, 204)
  },
)
