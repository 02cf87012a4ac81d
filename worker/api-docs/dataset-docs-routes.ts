import { OpenAPIHono, z } from '@hono/zod-openapi'
import packageJson from '../../package.json'
import { actorFor } from '../accounts'
import { type Dataset, hasLines, loadDataset, presentSchema, readableVersion, readDataset } from '../datasets'
import { problem } from '../errors'
import { cacheHeaders } from '../http/caching/cache-headers'
import type { HttpEnv } from '../http/env'
import { problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute, type Call } from '../http/route'
import { classOf } from '../identity'
import { can } from '../permissions'
import { flagQuery } from '../schema/query-parameters'
import { type ApiDocument, type Described, describeDataset } from './dataset-docs'

/** The OpenAPI documents of a dataset: for readers, and for managers. */
export function datasetDocsRoutes(service: (baseUrl: string) => ApiDocument): OpenAPIHono<HttpEnv> {
  const routes = new OpenAPIHono<HttpEnv>()
  const params = z.object({ id: z.string() })
  const query = flagQuery({ draft: 'true: of the draft.' })
  const responses = {
    200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } },
    ...problemResponses(400, 401, 403, 404, 409),
  }
  const answer = (
    call: Call<{ id: string }, { draft: boolean }>,
    dataset: Dataset,
    who: Pick<Described, 'allows' | 'isPrivate'>,
  ) => {
    const { ctx, request, query } = call
    const version = readableVersion(dataset, query.draft)
    const document = describeDataset(service(ctx.baseUrl), {
      id: dataset.id,
      title: dataset.metadata.title,
      summary: dataset.metadata.summary ?? '',
      baseUrl: ctx.baseUrl,
      version: packageJson.version,
      fields: presentSchema(dataset, version, ctx.language),
      located: Boolean(version.bbox?.length),
      queryable: hasLines(dataset, version),
      editable: dataset.nature === 'rest',
      hasImage: Boolean(dataset.metadata.image),
      hasOwners: dataset.metadata.rest?.lineOwnership === true,
      hasFiles: dataset.nature === 'file',
      searches: {
        bulk: dataset.metadata.masterData?.bulkSearchs ?? [],
        single: dataset.metadata.masterData?.singleSearchs ?? [],
      },
      ...who,
    })
    const changedAt = [dataset.updatedAt, version.finalizedAt ?? ''].sort().at(-1)
    // The document of managers depends on the caller, whose rights have no date.
    const cacheScope = who.isPrivate ? 'caller' : 'private'
    const { headers, notModified } = cacheHeaders(request, { cacheScope, changedAt, now: ctx.now() })
    return notModified ? new Response(null, { status: 304, headers }) : jsonResponse(request, document, { headers })
  }
  addRoute(
    routes,
    {
      method: 'get',
      path: '/{id}/api-docs.json',
      operationId: 'readApiDoc',
      tags: ['Datasets'],
      summary: 'Get the OpenAPI document of this dataset, for readers',
      params,
      query,
      responses,
    },
    async (call) => {
      const dataset = await loadDataset(call.ctx, call.params.id, 'readApiDoc')
      return answer(call, dataset, { isPrivate: false, allows: (operation) => classOf(operation) === 'read' })
    },
  )
  addRoute(
    routes,
    {
      method: 'get',
      path: '/{id}/private-api-docs.json',
      operationId: 'readPrivateApiDoc',
      tags: ['Datasets'],
      summary: 'Get the OpenAPI document of this dataset, with all the operations of the caller',
      params,
      query,
      responses,
    },
    async (call) => {
      const actor = actorFor(call.ctx, ['datasets', 'datasets-read', 'datasets-write', 'datasets-admin'])
      if (actor.type === 'anonymous') {
        await readDataset(call.ctx, call.params.id)
        throw problem('sign-in-required')
      }
      const dataset = await loadDataset(call.ctx, call.params.id, 'readPrivateApiDoc')
      return answer(call, dataset, { isPrivate: true, allows: (operation) => can(actor, operation, dataset) })
    },
  )
  return routes
}
