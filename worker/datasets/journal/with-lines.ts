import type { Context } from '../../context'
import { limits } from '../../limits'
import { readState, recordObservationsRequest } from '../../lines/storage'
import type { LineAuthor } from '../../lines/write'
import type { Dataset } from '../metadata/dataset'
import { requestObservations } from '../metadata/request-observations'

/**
 * The dataset with the values that are stored in its table of lines: number of lines, date and author of the last write.
 * When the refresh after a write seems lost, it is requested again here: clients that wait for it poll the dataset.
 */
export async function withLines(ctx: Context, dataset: Dataset): Promise<Dataset> {
  const pointer = dataset.published.lines
  const database = pointer && ctx.lines[pointer.shard]
  if (!pointer?.layout.editable || !database) return dataset
  const state = await readState(database, pointer.run)
  if (!state) return dataset
  const now = ctx.now().getTime()
  if (state.pending > 0 && state.askedAt < now - limits.lines.refreshLostMs) {
    if (await recordObservationsRequest(database, pointer.run, { askedAt: state.askedAt, now }))
      await requestObservations(ctx, dataset.id, 0)
  }
  if (!state.updatedAt) return dataset
  const { dataUpdatedBy } = dataset.published
  // `commit` writes a LineAuthor.
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
