/** `replaceLines`: replaces all lines atomically by those of a bulk. */
import type { Context } from '../../../context'
import { Problem } from '../../../errors'
import { createEditableTable, readState, startAt } from '../../../lines/storage/editable-table'
import type { TablePointer } from '../../../lines/storage/layout'
import { addFailure, addRequestError, type BulkSummary } from '../../../lines/write/bulk-summary'
import { startReplacement } from '../../editable/start-replacement'
import { discardLines, reserveTable } from '../../runs/discards'
import type { WritableTable } from '../write/open-writable-table'
import { replaceOwn } from '../write/replace-own'
import { type BulkInput, type BulkStep, writeActions } from './write-actions'

/**
 * Writes the actions to an empty table. Without errors, this table replaces the other, through the queue; with an error it
 * is dropped, and the lines are unchanged. For own lines, only the lines of the owner are replaced.
 */
export async function* replaceLines(ctx: Context, input: BulkInput): AsyncGenerator<BulkStep> {
  const staged = await createStagedTable(ctx, input)
  const bulk = { ...input, table: staged.table, isolated: true, among: input.table.writeSchema.pointer }
  for await (const step of writeActions(ctx, bulk)) {
    yield step.isLast ? await endReplacement(ctx, input, staged, step.summary) : step
  }
}

/** The table that the new lines are written to; each has an `_i` greater than `start`. */
type StagedTable = { table: WritableTable; start: number }

async function createStagedTable(ctx: Context, { table, owner }: BulkInput): Promise<StagedTable> {
  const { writeSchema, database } = table
  const { rest, revision, constraints } = writeSchema
  const run = ctx.newId()
  const { history, ...location } = writeSchema.pointer
  // Revisions of all lines are written after the replacement, those of own lines together with them.
  const keepsHistory = owner !== undefined && rest.history === true && history !== undefined
  const stagedHistory = owner ? (keepsHistory ? run : undefined) : history
  const pointer: TablePointer = {
    ...location,
    ...(stagedHistory === undefined ? {} : { history: stagedHistory }),
    run,
    count: 0,
  }
  await reserveTable(ctx, pointer)
  const unique = constraints.map(({ properties }) => properties)
  await createEditableTable(database, pointer, { revision, constraints: unique })
  const start = (await readState(database, writeSchema.pointer.run))?.seq ?? 0
  await startAt(database, run, start)
  return {
    table: { ...table, writeSchema: { ...writeSchema, pointer, rest: { ...rest, history: keepsHistory } } },
    start,
  }
}

/** Replaces the lines if all actions succeeded, and drops the staged table unless it is now that of the dataset. */
async function endReplacement(
  ctx: Context,
  input: BulkInput,
  staged: StagedTable,
  summary: BulkSummary,
): Promise<BulkStep> {
  const isReplaced = summary.nbErrors === 0 && (await tryReplacement(ctx, input, staged, summary))
  const isServed = isReplaced && !input.owner
  if (!isServed) await discardLines(ctx, staged.table.writeSchema.pointer)
  return {
    summary: { ...summary, ...(isReplaced ? { dropped: true } : { cancelled: true }) },
    isLast: true,
    ...(isServed ? { replacement: staged.table } : {}),
  }
}

/** @returns whether the lines are replaced; an error is added to the summary otherwise */
async function tryReplacement(
  ctx: Context,
  { table, operation, owner }: BulkInput,
  staged: StagedTable,
  summary: BulkSummary,
): Promise<boolean> {
  const { pointer } = staged.table.writeSchema
  try {
    if (owner) await replaceOwn(ctx, { table, operation, owner: owner.owner, filled: pointer, start: staged.start })
    else await startReplacement(ctx, table.dataset, pointer)
    return true
  } catch (error) {
    if (error instanceof Problem && error.status < 500) addRequestError(summary, error)
    else addFailure(summary, ctx.requestId)
    ctx.log('error', 'a replacement could not be started', { dataset: table.dataset.id, error: String(error) })
    return false
  }
}
