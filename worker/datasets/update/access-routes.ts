/** Whose a dataset is, and the key that reads it. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { storedSettings } from '../../accounts'
import { readJsonBody } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { documented, problemResponses, toldBody } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { ownerSchema, sentOwnerSchema } from '../../identity'
import { loadDataset } from '../metadata/load'
import { readReadKeys } from '../metadata/read-key'
import { shown } from '../routes'
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
    description: 'Its permissions start afresh; public ones are kept.',
    params: idParam,
    body: toldBody(sentOwnerSchema, 'The new owner.'),
    responses: {
      200: documented('The dataset', { id: z.string(), owner: ownerSchema }),
      ...problemResponses(400, 401, 403, 404, 409, 429),
    },
  },
  async ({ ctx, c, request, params }) => {
    const { id } = params
    await loadDataset(ctx, id, 'changeOwner')
    const dataset = await changeOwner(ctx, { id, owner: await readJsonBody(c, sentOwnerSchema) })
    return jsonResponse(request, shown(ctx, dataset, {}), { status: 200 })
  },
)

addRoute(
  accessRoutes,
  {
    method: 'get',
    path: '/{id}/metadata-settings',
    operationId: 'readMetadataSettings',
    tags,
    summary: 'Read how its owner wants datasets to be described',
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
    summary: 'Read the key that reads this dataset alone',
    params: idParam,
    responses: {
      200: documented('The keys that work', { current: z.string(), previous: z.string().optional() }),
      ...problemResponses(403, 404),
    },
  },
  async ({ ctx, request, params }) =>
    jsonResponse(request, await readReadKeys(ctx, params.id), { headers: { 'cache-control': 'private, no-store' } }),
)
