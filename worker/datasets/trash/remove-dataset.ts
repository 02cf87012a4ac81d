import { eq, sql } from 'drizzle-orm'
import { audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import {
  archivedEvents,
  deletionValues,
  purgeOldestOf,
  requireVersion,
  retryChange,
  rowObject,
  storedColumns,
  trashUntil,
} from '../../resources'
import { addToJournal } from '../journal/journal'
import type { Dataset } from '../metadata/dataset'
import { datasetKind } from '../metadata/kind'
import { forgetDataset, loadDataset } from '../metadata/load'
import { discardRuns } from '../runs/runs'
import { discardData, sendDiscards } from './discard-data'
import { purge } from './purge'

/**
 * Deletes a dataset in any state. A dataset that was published can be restored for `TRASH_DAYS`; the lines and files of
 * others are discarded at once.
 *
 * @param options.isFinal it cannot be restored
 * @throws `dataset-not-found`, and what `beginOperation` throws
 */
export async function removeDataset(ctx: Context, id: string, { isFinal = false } = {}): Promise<void> {
  // A version that was published since the read must be deleted too.
  const { dataset, until } = await retryChange(datasetKind, id, async () => {
    const dataset = await loadDataset(ctx, id, 'delete')
    const until = isFinal ? undefined : restorableUntil(ctx, dataset)
    await ctx.db.batch([
      requireVersion(ctx, datasetKind, dataset),
      ...(until === undefined ? discardData(ctx, dataset) : [archiveRows(ctx, dataset, until)]),
      ...removeRows(ctx, dataset),
    ])
    return { dataset, until }
  })
  forgetDataset(id)
  await ctx.realtime.rightsChanged(id)
  if (until === undefined) await sendDiscards(ctx, id)
  else await purgeOldestOf(ctx, tables.deletedDatasets, { owner: dataset.owner, purge })
}

/** Until when a deleted dataset could be restored; undefined: not at all, because no file was published, or `TRASH_DAYS` is 0. */
export function restorableUntil(
  ctx: Pick<Context, 'config' | 'now'>,
  { nature, published }: Dataset,
): Date | undefined {
  const isPublished = nature !== 'file' || published.finalizedAt !== undefined
  return isPublished ? trashUntil(ctx) : undefined
}

/** The statement that stores the rows of a dataset before they are deleted. */
function archiveRows(ctx: Context, { id }: Dataset, until: Date) {
  const { collectors, datasets, deletedDatasets, journal } = tables
  const row = storedColumns(datasets).filter((name) => !documents.includes(name))
  const collector = sql`select ${rowObject(storedColumns(collectors))} from ${collectors} where "dataset_id" = ${id}`
  return ctx.db
    .insert(deletedDatasets)
    .select(sql`select "id", "owner_type", "owner_id", "store_bytes", "indexed_bytes", ${deletionValues(ctx, until)},
      ${rowObject(row)}, "metadata", "published", "draft", ${archivedEvents(eq(journal.datasetId, id))}, (${collector})
    from ${datasets} where "id" = ${id}`)
}

/** The columns of `datasets` that are columns of `deleted_datasets` too. */
const documents = ['metadata', 'published', 'draft']

function removeRows(ctx: Context, { id, metadata }: Dataset) {
  const { datasets, journal, locks, runs } = tables
  const isItsRun = eq(runs.datasetId, id)
  return [
    discardRuns(ctx, isItsRun),
    ctx.db.delete(runs).where(isItsRun),
    ctx.db.delete(journal).where(eq(journal.datasetId, id)),
    addToJournal(ctx, id, { type: 'dataset-deleted', data: metadata.title, logOnly: true }),
    ctx.db.delete(datasets).where(eq(datasets.id, id)),
    ctx.db.delete(locks).where(eq(locks.datasetId, id)),
    audit(ctx, 'removeDataset', `datasets/${id}`),
  ]
}
