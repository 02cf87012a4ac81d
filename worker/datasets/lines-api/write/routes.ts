import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from '../../../context'
import { problem } from '../../../errors'
import { addressOf, parametersOf } from '../../../http/address'
import { checkAgainst, contentLength, parseJson, readJsonBody } from '../../../http/body'
import type { HttpEnv } from '../../../http/env'
import { parseMultipart } from '../../../http/multipart'
import { documented, documentedBody, problemResponses } from '../../../http/openapi'
import { jsonResponse, validatorOf } from '../../../http/respond'
import { addRoute, type Call } from '../../../http/route'
import type { DatasetOperation } from '../../../identity'
import type { Action } from '../../../lines/write/line'
import { excerptOf } from '../../../schema/cut-text'
import { textQuery } from '../../../schema/query-parameters'
import { dropReceived, type ReceivedFile, receiveFile, writeLineWithFiles } from './attach'
import { deleteAllLines } from './delete-all-lines'
import { openWritableTable, type WritableTable } from './open-table'
import { permittedAction } from './permitted-action'
import { type RevisionsPage, readRevisions } from './revisions'
import { checkRoom } from './storage-quota'
import { type LineOwnership, readLine } from './write-line'

/** Routes that write single lines of editable datasets. */
export const lineWriteRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Lines']
export const idParam = z.object({ id: z.string().openapi({ example: 'bike-racks' }) })
export const lineParams = idParam.extend({ lineId: z.string().openapi({ example: 'oak-1' }) })
export const lineSchema = z.record(z.string(), z.unknown()).openapi('Line')
export const oneLine = documented('The line', { _id: z.string(), _i: z.number().int(), _updatedAt: z.string() })
export const body = documentedBody(lineSchema, 'Values by key; `_id`, `_action` and `_ifUpdatedAt` may be given.')
export const refusals = problemResponses(400, 403, 404, 409, 411, 413, 415, 501)
export const unchanged = { description: 'The line is stored as it was sent already' }

/** Request and responses of the routes that write a complete line. */
const writeRoute = { body, responses: { 200: oneLine, 201: oneLine, 304: unchanged, ...refusals } }

type LineCall = Call<{ id: string; lineId?: string }, unknown>

export const isMultipart = (contentType: string | undefined): boolean =>
  contentType?.toLowerCase().startsWith('multipart/form-data') === true

/** A multipart line: text parts, or one part `_body` of JSON, and the file `attachment`. */
async function receiveLine(ctx: Context, request: Request, opened: WritableTable) {
  const received: ReceivedFile[] = []
  try {
    const { fields } = await parseMultipart(request, async ({ part, fileName, bytes }) => {
      if (part !== 'attachment') throw problem('part-unknown', { part: excerptOf(part), supported: 'attachment' })
      if (received.length > 0)
        throw problem('body-invalid', { reason: { en: 'more than one attachment', fr: "plus d'une pièce jointe" } })
      received.push(await receiveFile(ctx, opened, { fileName, bytes }))
    })
    const bodyPart = fields.get('_body')
    const sent = bodyPart === undefined ? Object.fromEntries(fields) : parseJson(bodyPart, '_body')
    return { sent: lineIn(sent), file: received[0] }
  } catch (error) {
    for (const file of received) await dropReceived(ctx, opened.dataset.id, file)
    throw error
  }
}

/** The line of a body. @throws `body-invalid` when it is not an object */
function lineIn(sent: unknown): Record<string, unknown> {
  checkAgainst(lineSchema, sent)
  // Checked just before. The copy that zod makes has no key `__proto__`, which is refused as an unknown column.
  return sent as Record<string, unknown>
}

/** Writes the line of a request. @param owner the owner of the line, whatever the body contains */
export async function write(
  call: LineCall,
  operation: DatasetOperation,
  { action, owner }: { action?: Action; owner?: LineOwnership } = {},
): Promise<Response> {
  const { ctx, c, request, params } = call
  const opened = await openWritableTable(ctx, params.id, operation)
  await checkRoom(ctx, opened.dataset, contentLength(c))
  const { sent, file } = isMultipart(c.req.header('content-type'))
    ? await receiveLine(ctx, request, opened)
    : { sent: lineIn(await readJsonBody(c, z.unknown())), file: undefined }
  const effectiveAction = action ?? permittedAction(opened, { sent: sent._action, whose: owner ? 'own' : 'all' })
  const input = {
    operation,
    lineId: params.lineId,
    body: sent,
    owner,
    ...(effectiveAction === undefined ? {} : { action: effectiveAction }),
  }
  const { status, body } = await writeLineWithFiles(ctx, opened, input, file)
  return body ? jsonResponse(request, body, { status }) : new Response(null, { status })
}

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
  (call) => write(call, 'createLine'),
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
  (call) => write(call, 'updateLine'),
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
  (call) => write(call, 'patchLine', { action: 'patch' }),
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
    const opened = await openWritableTable(ctx, params.id, 'deleteLine')
    const { lineId } = params
    await writeLineWithFiles(ctx, opened, { operation: 'deleteLine', action: 'delete', lineId, body: {} })
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

export const revisionsQuery = textQuery({
  size: 'Revisions of a page: 12 by default.',
  before: 'Revisions before this `_i`.',
})
export const revisions = {
  200: documented('Revisions, newest first', {
    total: z.number().int(),
    results: z.array(lineSchema),
    next: z.string().optional(),
  }),
  ...problemResponses(400, 403, 404, 501),
}

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
    revisionsResponse(
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
    revisionsResponse(
      request,
      ctx.baseUrl,
      await readRevisions(ctx, { dataset: params.id, operation: 'readRevisions', ...query }),
    ),
)

/** A page of revisions, with a link to the next page. */
export function revisionsResponse(
  request: Request,
  baseUrl: string,
  { before, total, results }: RevisionsPage,
): Response {
  if (before === undefined) return jsonResponse(request, { total, results })
  const { pathname } = addressOf(request)
  const query = parametersOf(request)
    .without(['apiKey'])
    .with({ before: String(before) })
  const next = `${baseUrl}${pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length)}?${query}`
  return jsonResponse(request, { total, results, next }, { headers: { link: `<${next}>; rel=next` } })
}

/** One stored line, with its date. @param target.only the required owner of the line */
export async function answerLine(
  ctx: Context,
  request: Request,
  target: { dataset: string; operation: DatasetOperation; lineId: string; only?: string },
): Promise<Response> {
  const { line, updatedAt } = await readLine(ctx, target)
  const lastModified = new Date(updatedAt).toUTCString()
  const headers = { 'last-modified': lastModified, 'cache-control': 'private, no-cache' }
  // A date has a resolution of one second, in which the line may be written again. The ETag of the content tells such versions apart: a
  // caller that sends one is answered by it alone (RFC 9110, section 13.1.3).
  const byDate = validatorOf(request, 'if-none-match') === null
  if (byDate && validatorOf(request, 'if-modified-since') === lastModified)
    return new Response(null, { status: 304, headers })
  return jsonResponse(request, line, { headers })
}
