/** `replaceLines`: all lines replaced at once by those of a bulk, or none (contract editable-accounts A.6.4). */
import type { Context } from '../../context'
import { discardLines, holdLines, startReplacement } from '../../datasets'
import { Problem } from '../../errors'
import type { TablePointer } from '../layout'
import { type BulkInput, type BulkStep, writeActions } from './bulk'
import { addFailure, addRequestError } from './summary'
import { createEditableTable, readState, startAt } from './table'

/**
 * Writes the actions to an empty table. Without any error it takes the place of the other, through the queue; with one it
 * goes, and the lines stay as they were.
 */
export async function* replaceLines(ctx: Context, input: BulkInput): AsyncGenerator<BulkStep> {
  const { opened } = input
  const { form, database, dataset } = opened
  const pointer: TablePointer = { ...form.pointer, run: ctx.newId(), count: 0 }
  await holdLines(ctx, pointer)
  const constraints = form.constraints.map(({ properties }) => properties)
  await createEditableTable(database, pointer, { revision: form.revision, constraints })
  const before = await readState(database, form.pointer.run)
  await startAt(database, pointer.run, before?.seq ?? 0)
  // Revisions are told once the lines have taken their place.
  const filled = { ...opened, form: { ...form, pointer, rest: { ...form.rest, history: false } } }
  for await (const { summary, isLast } of writeActions(ctx, { ...input, opened: filled, isolated: true })) {
    if (!isLast) {
      yield { summary, isLast }
      continue
    }
    if (summary.nbErrors === 0) {
      try {
        await startReplacement(ctx, dataset, pointer)
        yield { summary: { ...summary, dropped: true }, isLast }
        return
      } catch (error) {
        if (error instanceof Problem && error.status < 500) addRequestError(summary, error)
        else addFailure(summary, ctx.requestId)
        ctx.log('error', 'a replacement could not be started', { dataset: dataset.id, error: String(error) })
      }
    }
    await discardLines(ctx, pointer)
    yield { summary: { ...summary, cancelled: true }, isLast }
  }
}
