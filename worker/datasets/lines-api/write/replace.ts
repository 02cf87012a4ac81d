/** `replaceLines`: replaces all lines atomically by those of a bulk. */
import type { Context } from '../../../context'
import { Problem } from '../../../errors'
import { createEditableTable, readState, startAt } from '../../../lines/storage/editable-table'
import type { TablePointer } from '../../../lines/storage/layout'
import { addFailure, addRequestError } from '../../../lines/write/bulk-summary'
import { startReplacement } from '../../editable/replace-lines'
import { discardLines, reserveTable } from '../../runs/pending-deletions'
import { type BulkInput, type BulkStep, writeActions } from './bulk'
import { replaceOwn } from './replace-own'

/**
 * Writes the actions to an empty table. Without errors, this table replaces the other, through the queue; with an error it
 * is dropped, and the lines are unchanged. For own lines, only the lines of the owner are replaced.
 */
export async function* replaceLines(ctx: Context, input: BulkInput): AsyncGenerator<BulkStep> {
  const { opened, operation, owner } = input
  const { writeSchema, database, dataset } = opened
  const { history, ...location } = writeSchema.pointer
  const run = ctx.newId()
  // Revisions of all lines are written after the replacement, those of own lines together with them.
  const keepsHistory = owner !== undefined && writeSchema.rest.history === true && history !== undefined
  const ofRun = owner ? (keepsHistory ? { history: run } : {}) : history === undefined ? {} : { history }
  const pointer: TablePointer = { ...location, ...ofRun, run, count: 0 }
  await reserveTable(ctx, pointer)
  const constraints = writeSchema.constraints.map(({ properties }) => properties)
  await createEditableTable(database, pointer, { revision: writeSchema.revision, constraints })
  const start = (await readState(database, writeSchema.pointer.run))?.seq ?? 0
  await startAt(database, run, start)
  const filled = {
    ...opened,
    writeSchema: { ...writeSchema, pointer, rest: { ...writeSchema.rest, history: keepsHistory } },
  }
  const replace = () =>
    owner
      ? replaceOwn(ctx, { opened, operation, owner: owner.owner, filled: pointer, start })
      : startReplacement(ctx, dataset, pointer)
  const bulk = { ...input, opened: filled, isolated: true, among: writeSchema.pointer }
  for await (const { summary, isLast } of writeActions(ctx, bulk)) {
    if (!isLast) {
      yield { summary, isLast }
      continue
    }
    let isReplaced = false
    if (summary.nbErrors === 0) {
      try {
        await replace()
        isReplaced = true
      } catch (error) {
        if (error instanceof Problem && error.status < 500) addRequestError(summary, error)
        else addFailure(summary, ctx.requestId)
        ctx.log('error', 'a replacement could not be started', { dataset: dataset.id, error: String(error) })
      }
    }
    // The new table of all lines is now that of the dataset, and must not be dropped.
    if (!isReplaced || owner) await discardLines(ctx, pointer)
    const replacement = isReplaced && !owner ? { replacement: filled } : {}
    yield { summary: { ...summary, ...(isReplaced ? { dropped: true } : { cancelled: true }) }, isLast, ...replacement }
  }
}
