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
import { datasetResponse } from '../metadata/response-schema'
import { presentFor } from '../routes'
import { changeOwner } from './change-owner'
import { readReadKeys } from './change-read-key'
import { addProtectedLink, newLinkSchema, readProtectedLinks, removeProtectedLink } from './protected-links'

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
      ...problemResponses(401, 403, 404),
    },
  },
  async ({ ctx, request, params }) =>
    jsonResponse(request, await readReadKeys(ctx, params.id), { headers: { 'cache-control': 'private, no-store' } }),
)

const linkShape = { id: z.string(), title: z.string(), createdAt: z.string(), expireAt: z.string().optional() }
const secret = { 'cache-control': 'private, no-store' }

addRoute(
  accessRoutes,
  {
    method: 'get',
    path: '/{id}/links',
    operationId: 'getDatasetLinks',
    tags,
    summary: 'List the protected links of this dataset',
    description: 'The address of a link is `/link/{link}%3A{id}`.',
    params: idParam,
    responses: {
      200: { description: 'The links', content: { 'application/json': { schema: z.array(z.object(linkShape)) } } },
      ...problemResponses(401, 403, 404),
    },
  },
  async ({ ctx, request, params }) =>
    jsonResponse(request, await readProtectedLinks(ctx, params.id), { headers: secret }),
)

addRoute(
  accessRoutes,
  {
    method: 'post',
    path: '/{id}/links',
    operationId: 'addDatasetLink',
    tags,
    summary: 'Create a protected link: whoever has it reads this dataset',
    params: idParam,
    body: documentedBody(newLinkSchema, 'Whom the link is for.'),
    responses: { 201: documented('The link', linkShape), ...problemResponses(400, 401, 403, 404, 409) },
  },
  async ({ ctx, c, request, params }) => {
    const { id } = await loadDataset(ctx, params.id, 'setReadApiKey')
    const link = await addProtectedLink(ctx, { id, ...(await readJsonBody(c, newLinkSchema)) })
    return jsonResponse(request, link, { status: 201, headers: secret })
  },
)

addRoute(
  accessRoutes,
  {
    method: 'delete',
    path: '/{id}/links/{link}',
    operationId: 'removeDatasetLink',
    tags,
    summary: 'Revoke a protected link',
    params: idParam.extend({ link: z.string() }),
    responses: { 204: { description: 'Revoked' }, ...problemResponses(401, 403, 404, 409) },
  },
  async ({ ctx, c, params }) => {
    await removeProtectedLink(ctx, params)
    return c.body(null, 204)
  },
)
