import { OpenAPIHono } from '@hono/zod-openapi'
import type { HttpEnv } from '../../../http/env'
import { problemResponses } from '../../../http/openapi'
import { addRoute } from '../../../http/route'
import { readDeletions } from '../read/deletions'
import { readRevisions } from '../read/revisions'
import { answerLine, answerRevisions, answerWrite } from './answer-line'
import { writeLineWithFiles } from './attach'
import {
  body,
  deletions,
  deletionsQuery,
  idParam,
  lineParams,
  oneLine,
  refusals,
  revisions,
  revisionsQuery,
  unchanged,
} from './declared-routes'
import { deleteAllLines } from './delete-all-lines'
import { openWritableTable } from './open-writable-table'

/** Routes that write single lines of editable datasets. */
export const lineWriteRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Lines']
/** Request and responses of the routes that write a complete line. */
const writeRoute = { body, responses: { 200: oneLine, 201: oneLine, 304: unchanged, ...refusals } }

addRoute(
  lineWriteRoutes,
  {
    method: 'post',
    path: '/{id}/lines',
    operationId: 'createLine',
    tags,
    summary: 'Write a line',
    description: '`_action`: create, update, createOrUpdate (default), patch or delete.',
    params: idParam,
    ...writeRoute,
  },
  (call) => answerWrite(call, 'createLine'),
)

addRoute(
  lineWriteRoutes,
  {
    method: 'get',
    path: '/{id}/lines/{lineId}',
    operationId: 'readLine',
    tags,
    summary: 'Read a line as it is stored',
    params: lineParams,
    responses: { 200: oneLine, 304: unchanged, ...problemResponses(403, 404, 501) },
  },
  ({ ctx, request, params }) => answerLine(ctx, request, { dataset: params.id, operation: 'readLine', ...params }),
)

addRoute(
  lineWriteRoutes,
  {
    method: 'put',
    path: '/{id}/lines/{lineId}',
    operationId: 'updateLine',
    tags,
    summary: 'Replace a line, or create it',
    params: lineParams,
    ...writeRoute,
  },
  (call) => answerWrite(call, 'updateLine'),
)

addRoute(
  lineWriteRoutes,
  {
    method: 'patch',
    path: '/{id}/lines/{lineId}',
    operationId: 'patchLine',
    tags,
    summary: 'Change some values of a line; null takes one away',
    params: lineParams,
    body,
    responses: { 200: oneLine, ...refusals },
  },
  (call) => answerWrite(call, 'patchLine', { action: 'patch' }),
)

addRoute(
  lineWriteRoutes,
  {
    method: 'delete',
    path: '/{id}/lines/{lineId}',
    operationId: 'deleteLine',
    tags,
    summary: 'Delete a line',
    params: lineParams,
    responses: { 204: { description: 'Deleted' }, ...problemResponses(403, 404, 409, 501) },
  },
  async ({ ctx, params }) => {
    const table = await openWritableTable(ctx, params.id, 'deleteLine')
    const { lineId } = params
    await writeLineWithFiles(ctx, table, { operation: 'deleteLine', action: 'delete', lineId, body: {} })
    return new Response(null, { status: 204 })
  },
)

addRoute(
  lineWriteRoutes,
  {
    method: 'delete',
    path: '/{id}/lines',
    operationId: 'deleteAllLines',
    tags,
    summary: 'Delete all lines and their revisions',
    params: idParam,
    responses: { 204: { description: 'Deleted' }, ...problemResponses(403, 404, 409, 501) },
  },
  async ({ ctx, params }) => {
    await deleteAllLines(ctx, params.id)
    return new Response(null, { status: 204 })
  },
)

addRoute(
  lineWriteRoutes,
  {
    method: 'get',
    path: '/{id}/lines/{lineId}/revisions',
    operationId: 'readLineRevisions',
    tags,
    summary: 'Read what a line was, even a deleted one',
    params: lineParams,
    query: revisionsQuery,
    responses: revisions,
  },
  async ({ ctx, request, params, query }) =>
    answerRevisions(
      request,
      ctx.baseUrl,
      await readRevisions(ctx, { dataset: params.id, operation: 'readLineRevisions', lineId: params.lineId, ...query }),
    ),
)

addRoute(
  lineWriteRoutes,
  {
    method: 'get',
    path: '/{id}/revisions',
    operationId: 'readRevisions',
    tags,
    summary: 'Read what the lines of a dataset were',
    params: idParam,
    query: revisionsQuery,
    responses: revisions,
  },
  async ({ ctx, request, params, query }) =>
    answerRevisions(
      request,
      ctx.baseUrl,
      await readRevisions(ctx, { dataset: params.id, operation: 'readRevisions', ...query }),
    ),
)

addRoute(
  lineWriteRoutes,
  {
    method: 'get',
    path: '/{id}/deletions',
    operationId: 'readDeletions',
    tags,
    summary: 'Read which lines are deleted and can be restored',
    description: 'One result for the lines that were deleted at once. Lines that were created again are not counted.',
    params: idParam,
    query: deletionsQuery,
    responses: deletions,
  },
  async ({ ctx, request, params, query }) =>
    answerRevisions(request, ctx.baseUrl, await readDeletions(ctx, { dataset: params.id, ...query })),
)
