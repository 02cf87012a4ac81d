/** `writeActions`: many actions in one request, in batches, in constant memory. */

import type { Context } from '../../../context'
import { Problem } from '../../../errors'
import type { DatasetOperation } from '../../../identity'
import { limits } from '../../../limits'
import type { TablePointer } from '../../../lines/storage/layout'
import {
  addFailure,
  addFileWarning,
  addOutcomes,
  addRequestError,
  type BulkSummary,
  emptySummary,
} from '../../../lines/write/bulk-summary'
import type { LineFault, LineOperation } from '../../../lines/write/line'
import { type ActionsSource, readActions, type SentAction } from '../../../lines/write/parse-actions'
import { prepareOperation } from '../../../lines/write/prepare-operation'
import { isSuperAdmin } from '../../../permissions'
import { ruleSentence } from '../../../schema/line-error-texts'
import { requestObservations, requestObservationsUnchanged } from '../../metadata/request-observations'
import { tableAddressOf, type WritableTable } from '../write/open-writable-table'
import { adaptToReplacedLines } from '../write/replaced-lines'
import type { LineOwnership } from '../write/write-line'
import {
  type Batch,
  type DryRun,
  type PreparedOperations,
  type WrittenBatch,
  writeOperations,
} from '../write/write-operations'
import { LineMatcher, type MatchedAction } from './match-lines'

export type BulkInput = {
  table: WritableTable
  operation: DatasetOperation
  source: ActionsSource
  owner?: LineOwnership | undefined
  /** The lines are written to a separate table (`replace`). */
  isolated?: boolean
  /** Ids of the lines without one, by their position; generated when absent. */
  idOf?: (at: number) => string
  /** The table in which the lines of the owner are replaced. */
  among?: TablePointer
  /** Keys of the columns by which actions without an `_id` find their lines. */
  matchBy?: readonly string[] | undefined
  /** The actions are checked and counted, and nothing is written. */
  dryRun?: DryRun | undefined
  /** How many errors the summary lists. */
  maxErrors?: number | undefined
}

/** The counts so far. `replacement`: the table that replaces all lines of the dataset. */
export type BulkStep = { summary: BulkSummary; isLast: boolean; replacement?: WritableTable }

type NumberedAction = SentAction & MatchedAction & { at: number; id?: string }

/**
 * Writes the actions in batches, as they arrive. Each batch yields the summary of the actions written so far.
 * An error that stops the request does not undo the previous batches.
 */
export async function* writeActions(ctx: Context, input: BulkInput): AsyncGenerator<BulkStep> {
  const summary = emptySummary()
  let { table } = input
  let waiting: NumberedAction[] = []
  let chars = 0
  let at = 0
  let isFirst = true
  let needsRefresh = false
  let assumesNew = false
  const matcher = input.matchBy && new LineMatcher(input.matchBy)
  const write = async (batch: readonly NumberedAction[]) => {
    isFirst = false
    await matcher?.identify(ctx, { table, owner: input.owner?.owner }, batch)
    for await (const result of writeParts(ctx, { ...input, table, assumesNew }, batch)) {
      table = result.table
      needsRefresh ||= result.isFirst
      assumesNew = result.wereNew
      addOutcomes(summary, result.outcomes, input.maxErrors)
    }
  }
  try {
    const { source } = input
    const warn = (warning: string, unknown?: readonly string[]) => addFileWarning(summary, warning, unknown)
    for await (const group of readActions(source, table.writeSchema, warn)) {
      for (const action of group) {
        waiting.push({ body: action.body, chars: action.chars, illFormed: action.illFormed, at: at++ })
        chars += action.chars
        const most = isFirst ? limits.lines.firstBatchActions : limits.lines.batchActions
        if (waiting.length < most && chars < limits.lines.batchChars) continue
        const batch = waiting
        waiting = []
        chars = 0
        await writeUntilRefused(batch, write)
        yield { summary, isLast: false }
      }
    }
    const batch = waiting
    waiting = []
    if (batch.length > 0) await writeUntilRefused(batch, write)
  } catch (error) {
    // What follows the actions that wait is not of the format.
    const failure = (await firstError(partsAtRepeats(waiting).slice(0, -1), write)) ?? error
    if (failure instanceof Problem && failure.status < 500) addRequestError(summary, failure)
    else {
      ctx.log('error', 'a bulk was interrupted', { dataset: table.dataset.id, error: String(failure) })
      addFailure(summary, ctx.requestId)
    }
  } finally {
    // Once at the end: statistics of lines that are still arriving would soon be out of date.
    if (!input.isolated && needsRefresh) await requestObservations(ctx, table.dataset.id)
    else if (!input.isolated && !input.dryRun && changedNothing(summary))
      await requestObservationsUnchanged(ctx, tableAddressOf(table))
  }
  yield { summary, isLast: true }
}

/**
 * Writes the actions when a dry run finds no error in them; otherwise the summary has the errors, and nothing is written.
 *
 * @param input.openSource opens the actions, which are read twice
 * @param input.beforeWrite runs between the dry run and the writes
 */
export async function* writeAllOrNothing(
  ctx: Context,
  {
    openSource,
    beforeWrite,
    ...input
  }: Omit<BulkInput, 'source'> & {
    openSource: () => Promise<ActionsSource>
    beforeWrite: () => Promise<void>
  },
): AsyncGenerator<BulkStep> {
  const dryRun: DryRun = { startsEmpty: false, written: new Map() }
  for await (const { summary, isLast } of writeActions(ctx, { ...input, source: await openSource(), dryRun })) {
    if (!isLast) yield { summary, isLast }
    else if (summary.nbErrors > 0) return yield { summary: { ...summary, cancelled: true }, isLast }
  }
  await beforeWrite()
  yield* writeActions(ctx, { ...input, source: await openSource() })
}

/** Whether a request succeeded without changing a line. */
const changedNothing = ({ nbOk, nbErrors, nbNotModified }: BulkSummary): boolean =>
  nbOk === nbNotModified && (nbOk > 0 || nbErrors === 0)

type WritePart = (part: readonly NumberedAction[]) => Promise<void>

/** Writes a batch. When an action stops the request, the parts before its own are written. */
async function writeUntilRefused(batch: readonly NumberedAction[], write: WritePart): Promise<void> {
  const error = await firstError([batch], write)
  const isRefused = error instanceof Problem && stopping.has(error.code)
  const refusal = isRefused ? await firstError(partsAtRepeats(batch), write) : error
  if (refusal !== undefined) throw refusal
}

/** Writes parts up to an error, which is the result. */
async function firstError(parts: readonly (readonly NumberedAction[])[], write: WritePart): Promise<unknown> {
  try {
    for (const part of parts) await write(part)
    return undefined
  } catch (error) {
    return error
  }
}

/** Codes of the problems that `prepareOperation` throws: no action of the batch has been written then. */
const stopping: ReadonlySet<string> = new Set(['action-unknown', 'line-id-missing'])

/** The parts of a batch, each of which writes a line once: the next begins with a repeated `_id`. */
function partsAtRepeats(batch: readonly NumberedAction[]): NumberedAction[][] {
  const parts: NumberedAction[][] = []
  let ids = new Set<unknown>()
  for (const action of batch) {
    const { _id: id } = action.body
    if (parts.length === 0 || (id !== undefined && ids.has(id))) {
      parts.push([])
      ids = new Set()
    }
    ids.add(id)
    parts.at(-1)?.push(action)
  }
  return parts
}

type PartInput = BulkInput & Pick<Batch, 'assumesNew'>
type WrittenPart = Omit<WrittenBatch, 'numberOf'>

/**
 * Writes a batch; when D1 refuses it (uniqueness constraint, size of a statement), writes its halves,
 * in order, down to the invalid line.
 */
async function* writeParts(
  ctx: Context,
  input: PartInput,
  batch: readonly NumberedAction[],
): AsyncGenerator<WrittenPart> {
  const result = await writeOrRefuse(ctx, input, batch)
  if (result) return yield result
  const half = Math.ceil(batch.length / 2)
  let { table } = input
  for (const part of [batch.slice(0, half), batch.slice(half)]) {
    for await (const partResult of writeParts(ctx, { ...input, table }, part)) {
      table = partResult.table
      yield partResult
    }
  }
}

/** Undefined when D1 refuses a batch of several lines. */
async function writeOrRefuse(
  ctx: Context,
  { table, operation, owner, isolated, among, idOf, assumesNew = false, dryRun }: PartInput,
  batch: readonly NumberedAction[],
): Promise<WrittenPart | undefined> {
  const mayDate = isSuperAdmin(table.actor)
  const prepare = (writeSchema: WritableTable['writeSchema']): PreparedOperations | Promise<PreparedOperations> => {
    const prepared = batch.map((action): LineOperation | LineFault => {
      const { at, body, illFormed, refusal } = action
      if (refusal !== undefined) return { at, status: 400, error: refusal }
      if (illFormed !== undefined) return { at, status: 400, error: `${illFormed} ${ruleSentence('illFormed')}` }
      // The generated ids are stable when a batch is prepared again.
      const newId = () => (action.id ??= idOf?.(at) ?? ctx.newId().slice(0, limits.lines.generatedIdChars))
      return prepareOperation(writeSchema, { at, body, owner, mayDate, newId })
    })
    if (!owner || among === undefined) return prepared
    return adaptToReplacedLines(table, { pointer: among, owner: owner.owner }, prepared)
  }
  try {
    const only = owner?.owner
    const batchOf = { table, operation, prepare, isolated, only, assumesNew, dryRun, hasNext: true }
    return await writeOperations(ctx, batchOf)
  } catch (error) {
    if (!(error instanceof Problem) || !byLine.has(error.code)) throw error
    const [only] = batch
    if (batch.length > 1 || !only) return undefined
    const message = String(error.params.message ?? error.message)
    const status = error.code === 'line-conflict' ? 409 : 400
    return { table, outcomes: [{ at: only.at, status, error: message }], isFirst: false, wereNew: false }
  }
}

/** Problems caused by a single line: the batch is split in halves until the line is found. */
const byLine: ReadonlySet<string> = new Set(['line-conflict', 'line-invalid'])
