import { OpenAPIHono, z } from '@hono/zod-openapi'
import { actorFor, readKeyPatchSchema } from '../accounts'
import { checkAgainst } from '../check-against'
import { readJsonBody } from '../http/body'
import type { HttpEnv } from '../http/env'
import { listResponse } from '../http/list-response'
import { documented, documentedBody, problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import type { Actor } from '../identity'
import { listCaching, proseOf, proseParameters } from '../resources/list'
import { addJournalRoute, addPermissionRoutes } from '../resources/routes'
import { fieldSchema } from '../schema/field'
import { flagQuery, textQuery } from '../schema/query-parameters'
import { describeReadKey, setReadKey } from './access/change-read-key'
import { readPermissions, setPermissions } from './access/permissions'
import { readJournal } from './journal/journal'
import { withLines } from './journal/with-lines'
import { listDocuments, listQuery } from './list'
import type { Dataset } from './metadata/dataset'
import { patchSchema } from './metadata/document'
import { loadDataset } from './metadata/load'
import { type Presentation, present } from './metadata/present'
import { readSchema, schemaQuery } from './metadata/read-schema'
import { datasetResponse, datasetResponseSchema } from './metadata/response-schema'
import { readProgress } from './runs/progress'
import { removeDataset } from './trash/remove-dataset'
import { patchDataset, permitPatch } from './update/patch'

export const datasetRoutes = new OpenAPIHono<HttpEnv>()
export const catalogListRoutes = new OpenAPIHono<HttpEnv>()

const idParam = z.object({ id: z.string().openapi({ example: 'k3v0f2m1q8s7d6a5z4x3c2v1' }) })
const draftQuery = flagQuery({ draft: 'true: the draft merged over the dataset.' })
const tags = ['Datasets']
const patchBodySchema = patchSchema.extend({ readApiKey: readKeyPatchSchema.nullish() }).openapi('DatasetPatchBody')
addListRoute(datasetRoutes, { path: '/', operationId: 'listDatasets' })
// Portals read the list at this address.
addListRoute(catalogListRoutes, { path: '/datasets', operationId: 'listCatalogDatasets' })

addRoute(
  datasetRoutes,
  {
    method: 'get',
    path: '/{id}',
    operationId: 'readDescription',
    tags,
    summary: 'Read a dataset',
    params: idParam,
    query: draftQuery.extend({
      ...textQuery({ select: '`-x` leaves out a computed property.', ...proseParameters }).shape,
      ...flagQuery({ raw: 'true: stored properties only.' }).shape,
    }),
    responses: { 200: datasetResponse, ...problemResponses(403, 404) },
  },
  async ({ ctx, request, params, query }) => {
    const { draft, select, raw } = query
    const prose = proseOf(query)
    const dataset = await withLines(ctx, await loadDataset(ctx, params.id, 'readDescription'))
    const without = new Set(select?.split(',').flatMap((item) => (item.startsWith('-') ? item.slice(1) : [])))
    return jsonResponse(request, presentFor(ctx, dataset, { draft, raw, without, ...prose }))
  },
)

addRoute(
  datasetRoutes,
  {
    method: 'patch',
    path: '/{id}',
    operationId: 'writeDescription',
    tags,
    summary: 'Change the description or the schema of a dataset',
    params: idParam,
    query: draftQuery,
    body: documentedBody(patchBodySchema, 'What changes; null removes a property.'),
    responses: { 200: datasetResponse, ...problemResponses(400, 403, 404, 409, 413, 415) },
  },
  async ({ ctx, c, request, params, query }) => {
    const { id } = params
    const { draft } = query
    const target = await loadDataset(ctx, id, 'writeDescription')
    const body = await readJsonBody(c, z.unknown())
    permitPatch(ctx, target, { body, draft })
    const { readApiKey, ...patch } = checkAgainst(patchBodySchema, body)
    if (readApiKey !== undefined) await setReadKey(ctx, { id, readApiKey })
    const dataset = await withLines(ctx, await patchDataset(ctx, { id, patch, draft }))
    return jsonResponse(request, presentFor(ctx, dataset, { draft }), { status: 200 })
  },
)

addRoute(
  datasetRoutes,
  {
    method: 'delete',
    path: '/{id}',
    operationId: 'delete',
    tags,
    summary: 'Delete a dataset, which can be restored for some days',
    params: idParam,
    responses: { 204: { description: 'Deleted' }, ...problemResponses(403, 404) },
  },
  async ({ ctx, c, params }) => {
    await removeDataset(ctx, params.id)
    return c.body(null, 204)
  },
)

for (const safe of [false, true]) {
  addRoute(
    datasetRoutes,
    {
      method: 'get',
      path: safe ? '/{id}/safe-schema' : '/{id}/schema',
      operationId: safe ? 'readSafeSchema' : 'readSchema',
      tags,
      summary: safe ? 'Read the schema without observed values' : 'Read the schema',
      params: idParam,
      query: schemaQuery,
      responses: {
        200: { description: 'The fields', content: { 'application/json': { schema: z.array(fieldSchema) } } },
        ...problemResponses(403, 404),
      },
    },
    async ({ ctx, request, params, query }) => {
      const { body, headers } = await readSchema(ctx, { id: params.id, safe, params: query })
      return jsonResponse(request, body, { headers })
    },
  )
}

addJournalRoute(datasetRoutes, {
  tags,
  operationId: 'readJournal',
  summary: 'Read the journal of a dataset, newest event first',
  read: readJournal,
})

addRoute(
  datasetRoutes,
  {
    method: 'get',
    path: '/{id}/task-progress',
    operationId: 'readTaskProgress',
    tags,
    summary: 'Read the progress of the processing of a dataset',
    params: idParam,
    responses: {
      200: documented('The task', {
        task: z.string().optional(),
        progress: z.number().optional(),
        error: z.boolean().optional(),
      }),
      ...problemResponses(403, 404),
    },
  },
  async ({ ctx, request, params }) => jsonResponse(request, await readProgress(ctx, params.id)),
)

addPermissionRoutes(datasetRoutes, {
  tags,
  operationIds: { read: 'getPermissions', replace: 'setPermissions' },
  read: readPermissions,
  authorize: (ctx, id) => loadDataset(ctx, id, 'setPermissions'),
  replace: setPermissions,
})

function addListRoute(routes: OpenAPIHono<HttpEnv>, where: { path: string; operationId: string }): void {
  addRoute(
    routes,
    {
      method: 'get',
      ...where,
      tags,
      summary: 'List datasets',
      query: listQuery,
      responses: {
        200: documented('A page of datasets', {
          count: z.number().int().optional(),
          results: z.array(datasetResponseSchema),
          facets: z.record(z.string(), z.array(z.object({ count: z.number().int(), value: z.unknown() }))).optional(),
          sums: z.object({ count: z.number().int() }).optional(),
        }),
        ...problemResponses(400),
      },
    },
    async ({ ctx, request, query }) => listResponse(request, await listDocuments(ctx, query), listCaching(query)),
  )
}

/** The API document of a dataset for the caller of a request. */
export function presentFor(
  ctx: HttpEnv['Variables']['ctx'],
  dataset: Dataset,
  view: Omit<Presentation, 'actor' | 'baseUrl' | 'site' | 'language'>,
) {
  return presentAs(ctx, actorFor(ctx, ['datasets', 'datasets-read', 'datasets-write', 'datasets-admin']), dataset, view)
}

/** The same for an actor that was resolved before. */
export function presentAs(
  ctx: HttpEnv['Variables']['ctx'],
  actor: Actor,
  dataset: Dataset,
  view: Omit<Presentation, 'actor' | 'baseUrl' | 'site' | 'language'>,
) {
  const document = present(dataset, { actor, baseUrl: ctx.baseUrl, site: ctx.site, language: ctx.language, ...view })
  return { ...document, ...describeReadKey(ctx, dataset) }
}
