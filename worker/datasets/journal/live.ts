import type { Context } from '../../context'
import { limits } from '../../limits'
import { askedNow, readState } from '../../lines/storage'
import type { LineAuthor } from '../../lines/write'
import type { Dataset } from '../metadata/load'
import { askRefresh } from '../metadata/request-refresh'

/**
 * The dataset with what its table of lines alone knows: number of lines, date and author of the last write. When the
 * refresh that follows a write seems lost, it is asked for again here: whoever waits for it reads the dataset.
 */
export async function withLines(ctx: Context, dataset: Dataset): Promise<Dataset> {
  const pointer = dataset.published.lines
  const database = pointer && ctx.lines[pointer.shard]
  if (!pointer?.layout.editable || !database) return dataset
  const state = await readState(database, pointer.run)
  if (!state?.updatedAt) return dataset
  const now = ctx.now().getTime()
  if (state.pending > 0 && state.askedAt < now - limits.lines.refreshLostMs) {
    if (await askedNow(database, pointer.run, { askedAt: state.askedAt, now })) await askRefresh(ctx, dataset.id, 0)
  }
  const { dataUpdatedBy } = dataset.published
  // Written by `commit` from an author.
  const author = state.updatedBy ? (JSON.parse(state.updatedBy) as LineAuthor) : dataUpdatedBy
  return {
    ...dataset,
    published: {
      ...dataset.published,
      lines: { ...pointer, count: state.count },
      dataUpdatedAt: state.updatedAt,
      ...(author ? { dataUpdatedBy: author } : {}),
    },
  }
}
