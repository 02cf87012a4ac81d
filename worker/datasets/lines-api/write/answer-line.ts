/** Responses to requests about single lines, for all lines and for own lines. */
import { z } from '@hono/zod-openapi'
import { checkAgainst } from '../../../check-against'
import type { Context } from '../../../context'
import { problem } from '../../../errors'
import { contentLength, parseJson, readJsonBody } from '../../../http/body'
import { revalidated } from '../../../http/caching/cache-headers'
import { validatorOf } from '../../../http/etag'
import { type FilePart, isMultipart, parseMultipart } from '../../../http/multipart'
import { addressOf, parametersOf } from '../../../http/request-url'
import { jsonResponse } from '../../../http/respond'
import type { Call } from '../../../http/route'
import type { DatasetOperation } from '../../../identity'
import type { WriteAction } from '../../../lines/write/action-names'
import { excerptOf } from '../../../schema/cut-text'
import { dropReceived, type ReceivedFile, receiveFile, writeLineWithFiles } from './attach'
import { lineSchema } from './declared-routes'
import { openWritableTable, type WritableTable } from './open-writable-table'
import { permittedAction } from './permitted-action'
import { checkRoom } from './storage-quota'
import { type LineOwnership, readLine } from './write-line'

type LineCall = Call<{ id: string; lineId?: string }, unknown>

/** A multipart line: text parts, or one part `_body` of JSON, and the file `attachment`. */
async function receiveLine(ctx: Context, request: Request, table: WritableTable) {
  const received: ReceivedFile[] = []
  try {
    const receive = async ({ part, fileName, bytes }: FilePart) => {
      if (part !== 'attachment') throw problem('part-unknown', { part: excerptOf(part), supported: 'attachment' })
      received.push(await receiveFile(ctx, table, { fileName, bytes }))
    }
    const { fields } = await parseMultipart(request, receive, { maxFiles: 1 })
    const bodyPart = fields.get('_body')
    const sent = bodyPart === undefined ? Object.fromEntries(fields) : parseJson(bodyPart, '_body')
    return { sent: lineIn(sent), file: received[0] }
  } catch (error) {
    for (const file of received) await dropReceived(ctx, table.dataset.id, file)
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
export async function answerWrite(
  call: LineCall,
  operation: DatasetOperation,
  { action, owner }: { action?: WriteAction; owner?: LineOwnership } = {},
): Promise<Response> {
  const { ctx, c, request, params } = call
  const table = await openWritableTable(ctx, params.id, operation)
  await checkRoom(ctx, table.dataset, contentLength(c))
  const { sent, file } = isMultipart(c.req)
    ? await receiveLine(ctx, request, table)
    : { sent: lineIn(await readJsonBody(c, z.unknown())), file: undefined }
  const effectiveAction = action ?? permittedAction(table, { sent: sent._action, whose: owner ? 'own' : 'all' })
  const input = {
    operation,
    lineId: params.lineId,
    body: sent,
    owner,
    ...(effectiveAction === undefined ? {} : { action: effectiveAction }),
  }
  const { status, body } = await writeLineWithFiles(ctx, table, input, file)
  // The status is that of an action that the request names.
  if (body && effectiveAction === 'create' && sent._action === undefined) delete body._status
  return body ? jsonResponse(request, body, { status }) : new Response(null, { status })
}

/** A page of revisions or of deletions, with a link to the next page. */
export function answerRevisions(
  request: Request,
  baseUrl: string,
  { before, total, results }: { before?: number; total: number; results: readonly object[] },
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
  const headers = { 'last-modified': lastModified, 'cache-control': revalidated }
  // A date has a resolution of one second, in which the line may be written again. The ETag of the content tells such versions apart: a
  // caller that sends one is answered by it alone (RFC 9110, section 13.1.3).
  const byDate = validatorOf(request, 'if-none-match') === null
  if (byDate && validatorOf(request, 'if-modified-since') === lastModified)
    return new Response(null, { status: 304, headers })
  return jsonResponse(request, line, { headers })
}
