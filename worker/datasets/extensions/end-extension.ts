/** Ends the update of the lines of an editable dataset after a change of its extensions. */
import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { StoredProblem } from '../../errors'
import { commitBatch, requireVersion } from '../../resources'
import { addToJournal } from '../journal/journal'
import { announceJournal } from '../journal/live-journal'
import type { Dataset } from '../metadata/dataset'
import type { Metadata, Version } from '../metadata/document'
import { datasetKind } from '../metadata/kind'
import { forgetDataset, readDataset } from '../metadata/load'
import { withoutNeedsUpdate } from './needs-update'

/** Records that all lines have the values of the extensions. Does nothing when the description has changed meanwhile. */
export async function endExtension(ctx: Context, before: Dataset): Promise<void> {
  const dataset = await readDataset(ctx, before.id)
  if (!isSame(before, dataset)) return
  const { extensions, ...metadata } = dataset.metadata
  const next: Metadata = { ...metadata, extensions: withoutNeedsUpdate(extensions ?? []) }
  await store(ctx, dataset, { metadata: JSON.stringify(next) })
}

/** Puts the dataset in error: the next change of its description applies the extensions to all lines again. */
export async function failExtension(ctx: Context, before: Dataset, failure: StoredProblem): Promise<void> {
  const dataset = await readDataset(ctx, before.id)
  if (!isSame(before, dataset)) return
  const published: Version = { ...dataset.published, status: 'error', errorStatus: 'analyzed' }
  await store(ctx, dataset, { published: JSON.stringify(published), status: published.status }, failure)
  await announceJournal(ctx, dataset.id)
}

const isSame = (one: Dataset, other: Dataset): boolean =>
  one.published.revision === other.published.revision &&
  one.published.status === other.published.status &&
  one.published.lines?.run === other.published.lines?.run

/** @throws `dataset-changed`: the message is delivered again */
async function store(
  ctx: Context,
  { id, ...dataset }: Dataset,
  values: { metadata: string } | { published: string; status: string },
  failure?: StoredProblem,
): Promise<void> {
  const changes = ctx.db.batch([
    requireVersion(ctx, datasetKind, { id, ...dataset }),
    ctx.db
      .update(tables.datasets)
      .set({ ...values, version: dataset.version + 1 })
      .where(eq(tables.datasets.id, id)),
    ...(failure ? [addToJournal(ctx, id, { type: 'error', problem: failure, draft: false })] : []),
  ])
  await commitBatch(datasetKind, id, changes)
  forgetDataset(id)
}
