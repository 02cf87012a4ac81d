import { OpenAPIHono, z } from '@hono/zod-openapi'
import { problem } from '../../../errors'
import { knownEncoding, unknownEncoding } from '../../../formats/text/encodings'
import { contentLength, readJsonBody, receivedBytes } from '../../../http/body'
import type { HttpEnv } from '../../../http/env'
import { isMultipart, parseMultipart } from '../../../http/multipart'
import { documentedBody } from '../../../http/openapi'
import { jsonResponse } from '../../../http/respond'
import { addRoute, type Call } from '../../../http/route'
import type { DatasetOperation } from '../../../identity'
import { limits } from '../../../limits'
import type { ActionsFormat } from '../../../lines/write/parse-actions'
import { flagQuery } from '../../../schema/query-parameters'
import { openWritableTable, type WritableTable } from '../write/open-writable-table'
import { checkRoom } from '../write/storage-quota'
import type { LineOwnership } from '../write/write-line'
import type { DryRun } from '../write/write-operations'
import { answerBulk } from './answer-bulk'
import { keysOfHeaders } from './columns-parameter'
import { type DateOrders, dateOrders } from './date-orders'
import { actionsBody, bulkQuery, bulkResponses, lockText, restoredSchema, restoreResponses } from './declared-routes'
import { withLockIfRequested } from './lock'
import { matchedKeys } from './match-lines'
import { replaceLines } from './replace-lines'
import { restoreLines } from './restore-lines'
import {
  checkParts,
  dropParts,
  openAttachments,
  type PartFile,
  type StoredPart,
  storedActions,
  storePart,
  storeText,
  takeAttachments,
  unpackActions,
} from './store-parts'
import { syncAttachments } from './sync-attachments'
import { type BulkStep, writeActions, writeAllOrNothing } from './write-actions'

/** Routes of bulk writes. */
export const bulkRoutes = new OpenAPIHono<HttpEnv>()

addRoute(
  bulkRoutes,
  {
    method: 'post',
    path: '/{id}/_bulk_lines',
    operationId: 'bulkLines',
    tags: ['Lines'],
    summary: 'Write many lines',
    description:
      'The status is known once the first thousand actions are done; the summary follows at the end, after spaces that keep ' +
      'the connection alive.',
    params: z.object({ id: z.string() }),
    query: bulkQuery,
    body: actionsBody,
    responses: bulkResponses,
  },
  (call) => answerBulkRequest(call, 'bulkLines'),
)

addRoute(
  bulkRoutes,
  {
    method: 'post',
    path: '/{id}/_sync_attachments_lines',
    operationId: 'syncAttachmentsLines',
    tags: ['Lines'],
    summary: 'Make a line for each stored file, and delete those whose file is gone',
    description:
      'The field of the attachment must be the whole primary key. Lines that have their file keep their values.',
    params: z.object({ id: z.string() }),
    query: flagQuery({ lock: lockText }),
    responses: bulkResponses,
  },
  async (call) => {
    const table = await openWritableTable(call.ctx, call.params.id, 'bulkLines', true)
    const steps = syncAttachments(call.ctx, table)
    return answerBulk(
      call.ctx,
      await withLockIfRequested(call.query.lock, call.ctx, { dataset: table.dataset.id }, steps),
      false,
    )
  },
)

addRoute(
  bulkRoutes,
  {
    method: 'post',
    path: '/{id}/_restore_lines',
    operationId: 'restoreLines',
    tags: ['Lines'],
    summary: 'Restore deleted lines, with their ids',
    description:
      'The lines whose deletions have numbers from `first` to `last` get the values that they had. Lines that exist are not changed: ' +
      'the request can be repeated.',
    params: z.object({ id: z.string() }),
    body: documentedBody(restoredSchema, 'The numbers of the revisions that deleted the lines.'),
    responses: restoreResponses,
  },
  async ({ ctx, c, request, params }) => {
    const table = await openWritableTable(ctx, params.id, 'bulkLines', true)
    return jsonResponse(request, await restoreLines(ctx, table, await readJsonBody(c, restoredSchema)))
  },
)

type BulkCall = Call<{ id: string }, z.output<typeof bulkQuery>>

/** Writes the actions of a request. @param owner the owner of the lines, whatever they contain */
export async function answerBulkRequest(
  call: BulkCall,
  operation: DatasetOperation,
  owner?: LineOwnership,
): Promise<Response> {
  const { ctx, c, params, query, request } = call
  const table = await openWritableTable(ctx, params.id, operation, true)
  const size = contentLength(c)
  await checkRoom(ctx, table.dataset, size)
  const drops = query.drop && !query.dryRun
  const dryRun = dryRunOf(query, table)
  const type = c.req.header('content-type')
  const { maxErrors } = query
  const matchBy = query.drop ? undefined : matchedKeys(query.matchBy, table)
  const input = { table, operation, owner, drops, maxErrors, matchBy, ...dryRun }
  if (isMultipart(c.req)) return answerParts(call, input)
  // The dates of all lines are read before the first one is written.
  if (query.dateOrder || (query.allOrNothing && !drops && !query.dryRun))
    return answerParts(call, input, formatOf(type))
  const source = {
    bytes: receivedBytes(request),
    ...formatOf(type),
    separator: query.sep,
    ignoresUnknown: query.ignoreUnknownColumns,
    keysOfHeaders: keysOfHeaders(query.columns),
    maxBytes: ctx.config.MAX_FILE_BYTES,
  }
  const bulkInput = { table, operation, source, owner, maxErrors, matchBy, ...dryRun }
  const bulkSteps = (drops ? replaceLines : writeActions)(ctx, bulkInput)
  const steps = await withLockIfRequested(
    query.lock,
    ctx,
    { dataset: table.dataset.id, owner: owner?.owner },
    bulkSteps,
  )
  return answerBulk(ctx, steps, !drops && !query.async && !query.dryRun && size <= limits.lines.immediateBytes)
}

type PartsInput = {
  table: WritableTable
  operation: DatasetOperation
  owner: LineOwnership | undefined
  drops: boolean
  maxErrors: number | undefined
  matchBy: readonly string[] | undefined
  dryRun?: DryRun
}

/**
 * A bulk whose parts are stored first, in any order: actions, and an archive of attachments.
 *
 * @param body the format of a body that is the actions alone; a multipart body otherwise
 */
async function answerParts(call: BulkCall, input: PartsInput, body?: ReturnType<typeof formatOf>): Promise<Response> {
  const { ctx, query, request } = call
  const { table, owner, drops } = input
  const { dryRun } = input
  const isChecked = query.allOrNothing && !drops && !dryRun
  let storedParts: StoredPart[] = []
  const takeArrived = async (target: WritableTable, replaces: boolean): Promise<StoredPart[]> =>
    storedParts.some(({ arrived }) => arrived) ? takeAttachments(ctx, target, storedParts, replaces) : storedParts
  try {
    const store = async (file: PartFile) => void storedParts.push(await storePart(ctx, table, file))
    if (body) await store(actionsFile(body, receivedBytes(request)))
    const fields = body ? new Map<string, string>() : (await parseMultipart(request, store)).fields
    const text = fields.get('actions')
    if (text !== undefined) storedParts.push(await storeText(ctx, table, text))
    checkParts(storedParts)
    storedParts = await unpackActions(ctx, storedParts)
    const isImmediate = !query.async && !drops && !dryRun && storedParts.every(({ part }) => part !== 'attachments')
    const size = storedParts.reduce((sum, part) => sum + part.size, 0)
    // A replacement of all lines also replaces their files, after it succeeded.
    storedParts = await openAttachments(ctx, table, storedParts, owner)
    if (!drops && !isChecked && !dryRun) storedParts = await takeArrived(table, false)
    const beforeWrite = async () => {
      storedParts = await takeArrived(table, false)
    }
    const openStored = () =>
      storedActions(ctx, storedParts, {
        separator: query.sep ?? fields.get('sep'),
        ignoresUnknown: query.ignoreUnknownColumns,
        keysOfHeaders: keysOfHeaders(query.columns),
      })
    let dates: DateOrders | undefined
    const openSource = async () => {
      if (query.dateOrder) dates ??= await dateOrders(await openStored(), table.writeSchema, query.dateOrder)
      return { ...(await openStored()), readDate: dates?.readDate }
    }
    const bulkSteps = isChecked
      ? writeAllOrNothing(ctx, { ...input, openSource, beforeWrite })
      : (drops ? replaceLines : writeActions)(ctx, { ...input, source: await openSource() })
    const steps = await withLockIfRequested(
      query.lock,
      ctx,
      { dataset: table.dataset.id, owner: owner?.owner },
      bulkSteps,
    )
    return answerBulk(
      ctx,
      followedBy(steps, async (step) => {
        if (step && dates?.assumed) step.summary.assumedDateOrder = dates.assumed
        if (step?.summary.dropped) storedParts = await takeArrived(step.replacement ?? table, true)
        await dropParts(ctx, storedParts)
      }),
      isImmediate && size <= limits.lines.immediateBytes,
    )
  } catch (error) {
    await dropParts(ctx, storedParts)
    throw error
  }
}

async function* followedBy(
  steps: AsyncGenerator<BulkStep>,
  last: (step?: BulkStep) => Promise<void>,
): AsyncGenerator<BulkStep> {
  try {
    for await (const step of steps) {
      if (step.isLast) await last(step)
      yield step
    }
  } finally {
    await last()
  }
}

/** The dry run of a request, if it is one; that of a replacement starts without the lines, except those of other owners. */
function dryRunOf({ dryRun, drop }: BulkCall['query'], table: WritableTable) {
  if (!dryRun) return {}
  const started: DryRun = { startsEmpty: drop, written: new Map() }
  return { dryRun: started, ...(drop ? { among: table.writeSchema.pointer } : {}) }
}

/** The file of actions that are the whole body. */
function actionsFile({ format, gzip }: ReturnType<typeof formatOf>, bytes: AsyncIterable<Uint8Array>): PartFile {
  return { part: 'actions', fileName: `actions.${format}${gzip ? '.gz' : ''}`, mediaType: '', bytes }
}

/** @throws `body-invalid` for an unknown charset */
function formatOf(contentType: string | undefined): { format: ActionsFormat; gzip?: boolean; encoding?: string } {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/x-ndjson') return { format: 'ndjson' }
  if (type !== 'text/csv' && type !== 'text/csv+gzip') return { format: 'json' }
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType ?? '')?.[1]
  const encoding = charset === undefined ? 'UTF-8' : knownEncoding(charset)
  if (encoding === undefined) throw problem('body-invalid', { reason: unknownEncoding(charset ?? '') })
  return { format: 'csv', gzip: type === 'text/csv+gzip', ...(encoding === 'UTF-8' ? {} : { encoding }) }
}
