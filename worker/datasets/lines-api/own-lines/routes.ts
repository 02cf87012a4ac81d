import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { HttpEnv } from '../../../http/env'
import { problemResponses } from '../../../http/openapi'
import { addRoute, type Call } from '../../../http/route'
import type { DatasetOperation } from '../../../identity'
import { actionsBody, bulkQuery, bulkResponses } from '../bulk/declared-routes'
import { answerBulkRequest } from '../bulk/routes'
import { readRevisions } from '../read/revisions'
import { answerLines } from '../read/routes'
import { answerLine, answerRevisions, answerWrite } from '../write/answer-line'
import { writeLineWithFiles } from '../write/attach'
import { body, lineParams, oneLine, refusals, revisions, revisionsQuery, unchanged } from '../write/declared-routes'
import { openWritableTable } from '../write/open-writable-table'
import type { LineOwnership } from '../write/write-line'
import { ownerOf } from './line-owner'

/** Routes of own lines, which their owners manage. */
export const ownRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Own lines']
const owner = z.string().openapi({ example: 'user:bob', description: '`user:id` or `organization:id[:department]`.' })
const ownParams = z.object({ id: z.string(), owner })
const ownLineParams = lineParams.extend({ owner })
const responses = { 200: oneLine, 201: oneLine, 304: unchanged, ...problemResponses(401), ...refusals }

/** Runs a handler for the owner in the URL. */
function owned<Params extends { id: string; owner: string }, Query>(
  operation: DatasetOperation,
  answer: (call: Call<Params, Query>, ownership: LineOwnership) => Promise<Response>,
): (call: Call<Params, Query>) => Promise<Response> {
  return async (call) => {
    const { id: dataset, owner: reference } = call.params
    return answer(call, await ownerOf(call.ctx, { dataset, reference, operation }))
  }
}

addRoute(
  ownRoutes,
  {
    method: 'get',
    path: '/{id}/own/{owner}/lines',
    operationId: 'readOwnLines',
    tags,
    summary: 'Read one’s own lines',
    description: 'Every parameter of `lines` applies.',
    params: ownParams,
    responses: { 200: { description: 'A page of lines' }, ...problemResponses(400, 401, 403, 404, 501) },
  },
  owned('readOwnLines', ({ ctx, request, params }, { owner }) =>
    answerLines(ctx, request, {
      id: params.id,
      operation: 'readOwnLines',
      path: `${params.id}/own/${params.owner}/lines`,
      owner,
    }),
  ),
)

addRoute(
  ownRoutes,
  {
    method: 'post',
    path: '/{id}/own/{owner}/lines',
    operationId: 'createOwnLine',
    tags,
    summary: 'Write a line of one’s own',
    params: ownParams,
    body,
    responses,
  },
  owned('createOwnLine', (call, ownership) => answerWrite(call, 'createOwnLine', { owner: ownership })),
)

addRoute(
  ownRoutes,
  {
    method: 'get',
    path: '/{id}/own/{owner}/lines/{lineId}',
    operationId: 'readOwnLine',
    tags,
    summary: 'Read a line of one’s own',
    params: ownLineParams,
    responses: { 200: oneLine, 304: unchanged, ...problemResponses(401, 403, 404, 501) },
  },
  owned('readOwnLine', ({ ctx, request, params: { id, lineId } }, { owner: only }) =>
    answerLine(ctx, request, { dataset: id, operation: 'readOwnLine', lineId, only }),
  ),
)

addRoute(
  ownRoutes,
  {
    method: 'put',
    path: '/{id}/own/{owner}/lines/{lineId}',
    operationId: 'updateOwnLine',
    tags,
    summary: 'Replace a line of one’s own, or create it',
    params: ownLineParams,
    body,
    responses,
  },
  owned('updateOwnLine', (call, ownership) => answerWrite(call, 'updateOwnLine', { owner: ownership })),
)

addRoute(
  ownRoutes,
  {
    method: 'patch',
    path: '/{id}/own/{owner}/lines/{lineId}',
    operationId: 'patchOwnLine',
    tags,
    summary: 'Change some values of a line of one’s own',
    params: ownLineParams,
    body,
    responses,
  },
  owned('patchOwnLine', (call, ownership) => answerWrite(call, 'patchOwnLine', { action: 'patch', owner: ownership })),
)

addRoute(
  ownRoutes,
  {
    method: 'delete',
    path: '/{id}/own/{owner}/lines/{lineId}',
    operationId: 'deleteOwnLine',
    tags,
    summary: 'Delete a line of one’s own',
    params: ownLineParams,
    responses: { 204: { description: 'Deleted' }, ...problemResponses(401, 403, 404, 409, 501) },
  },
  owned('deleteOwnLine', async ({ ctx, params: { id, lineId } }, ownership) => {
    const table = await openWritableTable(ctx, id, 'deleteOwnLine')
    await writeLineWithFiles(ctx, table, {
      operation: 'deleteOwnLine',
      action: 'delete',
      lineId,
      body: {},
      owner: ownership,
    })
    return new Response(null, { status: 204 })
  }),
)

addRoute(
  ownRoutes,
  {
    method: 'post',
    path: '/{id}/own/{owner}/_bulk_lines',
    operationId: 'bulkOwnLines',
    tags,
    summary: 'Write many lines of one’s own',
    params: ownParams,
    query: bulkQuery,
    body: actionsBody,
    responses: bulkResponses,
  },
  owned('bulkOwnLines', (call, ownership) => answerBulkRequest(call, 'bulkOwnLines', ownership)),
)

for (const one of [true, false]) {
  const operation = one ? 'readOwnLineRevisions' : 'readOwnRevisions'
  addRoute(
    ownRoutes,
    {
      method: 'get',
      path: one ? '/{id}/own/{owner}/lines/{lineId}/revisions' : '/{id}/own/{owner}/revisions',
      operationId: operation,
      tags,
      summary: one ? 'Read what a line of one’s own was' : 'Read what one’s own lines were',
      params: one ? ownLineParams : ownParams,
      query: revisionsQuery,
      responses: revisions,
    },
    owned(operation, async ({ ctx, request, params, query }, { owner: only }) => {
      const lineId = 'lineId' in params ? String(params.lineId) : undefined
      const page = await readRevisions(ctx, { dataset: params.id, operation, lineId, only, ...query })
      return answerRevisions(request, ctx.baseUrl, page)
    }),
  )
}
