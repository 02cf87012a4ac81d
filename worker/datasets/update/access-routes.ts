/** Routes of the owner, the metadata settings and the read key of a dataset. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { storedSettings } from '../../accounts'
import { readJsonBody } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { documented, documentedBody, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { sentOwnerSchema } from '../../identity'
import { loadDataset } from '../metadata/load'
import { readReadKeys } from '../metadata/read-key'
import { datasetResponse } from '../metadata/response-schema'
import { presentFor } from '../routes'
import { changeOwner } from './owner'

export const accessRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Datasets']
const idParam = z.object({ id: z.string().openapi({ example: 'bike-racks' }) })

addRoute(
  accessRoutes,
  {
    method: 'put',
    path: '/{id}/owner',
    operationId: 'changeOwner',
    tags,
    summary: 'Give a dataset to another owner',
    description: 'Its permissions are reset to those of a new dataset; public permissions stay.',
    params: idParam,
    body: documentedBody(sentOwnerSchema, 'The new owner.'),
    responses: {
      200: datasetResponse,
      ...problemResponses(400, 401, 403, 404, 409, 429),
    },
  },
  async ({ ctx, c, request, params }) => {
    const { id } = params
    await loadDataset(ctx, id, 'changeOwner')
    const dataset = await changeOwner(ctx, { id, owner: await readJsonBody(c, sentOwnerSchema) })
    return jsonResponse(request, presentFor(ctx, dataset, {}), { status: 200 })
  },
)

addRoute(
  accessRoutes,
  {
    method: 'get',
    path: '/{id}/metadata-settings',
    operationId: 'readMetadataSettings',
    tags,
    summary: 'Read the metadata settings of its owner',
    params: idParam,
    responses: {
      200: {
        description: 'The settings, `{}` without any',
        content: { 'application/json': { schema: z.looseObject({}) } },
      },
      ...problemResponses(403, 404),
    },
  },
  async ({ ctx, request, params }) => {
    const { owner } = await loadDataset(ctx, params.id, 'readDescription')
    const stored = await storedSettings(ctx, { type: owner.type, id: owner.id })
    return jsonResponse(request, stored?.settings.datasetsMetadata ?? {})
  },
)

addRoute(
  accessRoutes,
  {
    method: 'get',
    path: '/{id}/read-api-key',
    operationId: 'getReadApiKey',
    tags,
    summary: 'Read the read key of this dataset',
    params: idParam,
    responses: {
      200: documented('The valid keys', { current: z.string(), previous: z.string().optional() }),
      ...problemResponses(403, 404),
    },
  },
  async ({ ctx, request, params }) =>
    jsonResponse(request, await readReadKeys(ctx, params.id), { headers: { 'cache-control': 'private, no-store' } }),
)
