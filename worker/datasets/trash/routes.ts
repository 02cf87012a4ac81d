import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { HttpEnv } from '../../http/env'
import { documented, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { deletedSchema } from '../../resources'
import { listDeleted } from './deleted-dataset'
import { purgeDeleted } from './purge'
import { restoreDataset } from './restore'

/** Deleted datasets that can be restored. */
export const trashRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Datasets']
const idParam = z.object({ id: z.string() })
const deletedDatasetSchema = deletedSchema.extend({
  count: z.number().int().optional().openapi({ description: 'Its lines.' }),
})

addRoute(
  trashRoutes,
  {
    method: 'get',
    path: '/deleted-datasets',
    operationId: 'listDeletedDatasets',
    tags,
    summary: 'List the deleted datasets of the active account that can be restored',
    responses: {
      200: documented('The deleted datasets, the last one first', {
        count: z.number().int(),
        results: z.array(deletedDatasetSchema),
      }),
      ...problemResponses(401, 403),
    },
  },
  async ({ ctx, request }) => jsonResponse(request, await listDeleted(ctx)),
)

addRoute(
  trashRoutes,
  {
    method: 'post',
    path: '/deleted-datasets/{id}/restore',
    operationId: 'restoreDataset',
    tags,
    summary: 'Restore a deleted dataset',
    params: idParam,
    // Those who may delete a dataset may not all read it.
    responses: { 204: { description: 'Restored' }, ...problemResponses(401, 403, 404, 409, 429) },
  },
  async ({ ctx, c, params }) => {
    await restoreDataset(ctx, params.id)
    return c.body(null, 204)
  },
)

addRoute(
  trashRoutes,
  {
    method: 'delete',
    path: '/deleted-datasets/{id}',
    operationId: 'purgeDataset',
    tags,
    summary: 'Delete the lines and files of a deleted dataset now; it can no longer be restored',
    params: idParam,
    responses: { 204: { description: 'Deleted' }, ...problemResponses(401, 403, 404) },
  },
  async ({ ctx, c, params }) => {
    await purgeDeleted(ctx, params.id)
    return c.body(null, 204)
  },
)
