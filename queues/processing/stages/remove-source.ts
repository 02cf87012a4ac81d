/** Deletes the dataset of a file once an editable dataset has its rows (`initFrom.deleteSource`). */
import type { Context } from '../../../worker/context'
import { isIdle, lineCount, readDataset } from '../../../worker/datasets'
import { removeDataset } from '../../../worker/datasets/trash'
import { Problem } from '../../../worker/errors'
import type { StageInput } from '../stage'

/** The source stays where it changed meanwhile, or where a row of it was not copied. It can be restored like any deleted dataset. */
export async function removeSource(ctx: Context, { dataset: { id }, state }: StageInput): Promise<void> {
  const { filling, warnings } = state
  if (!filling?.deletesSource || warnings.length > 0) return
  try {
    const [copy, source] = [await readDataset(ctx, id), await readDataset(ctx, filling.dataset)]
    const isWhole = lineCount(copy.published) === lineCount(source.published)
    const isUnchanged = source.draft === undefined && isIdle(source.published.status)
    if (source.nature !== 'file' || !isWhole || !isUnchanged) return
    await removeDataset(ctx, source.id)
  } catch (error) {
    // The copy is published: its page offers to delete the source.
    if (!(error instanceof Problem)) throw error
    ctx.log('warn', 'source-kept', { dataset: filling.dataset, code: error.code })
  }
}
