/** Reads deleted datasets that can be restored. */
import { eq } from 'drizzle-orm'
import { accountActorFor, actorFor } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { DatasetRow } from '../../db/dataset-row'
import { problem } from '../../errors'
import { classOf, scopesFor } from '../../identity'
import { can } from '../../permissions'
import { archivedProperties, isOfAccount, presentDeletion, restorableIds } from '../../resources'
import { type Dataset, fromRow } from '../metadata/dataset'
import { lineCount } from '../metadata/present'

export type DeletedDataset = { row: typeof tables.deletedDatasets.$inferSelect; dataset: Dataset }

/** The dataset of a row, as it was. */
export function datasetIn(row: DeletedDataset['row']): Dataset {
  const { metadata, published, draft } = row
  const properties = { ...archivedProperties(row.row), metadata, published, draft }
  // The row of `datasets` that `archiveRows` stores.
  return fromRow(properties as unknown as DatasetRow)
}

/** The scopes of keys that delete and restore. */
export const deletionScopes = scopesFor(classOf('delete'))

/** @throws `deleted-dataset-not-found`, also without the permission to delete it; what `actorFor` throws */
export async function loadDeleted(ctx: Context, id: string): Promise<DeletedDataset> {
  const actor = actorFor(ctx, deletionScopes)
  const row = await deletedRow(ctx, id)
  const dataset = row && row.restorableUntil > ctx.now().getTime() ? datasetIn(row) : undefined
  if (!row || !dataset || !can(actor, 'delete', dataset)) throw problem('deleted-dataset-not-found')
  return { row, dataset }
}

/** The deleted datasets of the active account that the caller may restore, the last one first. @throws what `accountActorFor` throws */
export async function listDeleted(ctx: Context) {
  const actor = accountActorFor(ctx, scopesFor('list'))
  const results: DeletedDocument[] = []
  for (const id of await restorableIds(ctx, tables.deletedDatasets, actor.account)) {
    // One at a time: together, large documents exceed the memory of a Worker.
    const row = await deletedRow(ctx, id)
    const dataset = row && datasetIn(row)
    if (dataset && isOfAccount(dataset, actor.account) && can(actor, 'delete', dataset)) {
      results.push(presentDeleted({ row, dataset }))
    }
  }
  return { count: results.length, results }
}

/** The row of a deleted dataset, without a permission check. */
export async function deletedRow(ctx: Context, id: string): Promise<DeletedDataset['row'] | undefined> {
  const [row] = await ctx.db.select().from(tables.deletedDatasets).where(eq(tables.deletedDatasets.id, id))
  return row
}

export type DeletedDocument = ReturnType<typeof presentDeleted>

/** A deleted dataset in the API. */
export function presentDeleted({ row, dataset }: DeletedDataset) {
  const count = dataset.nature === 'virtual' ? undefined : lineCount(dataset.published)
  const { owner, metadata } = dataset
  return { ...presentDeletion(row, { owner, title: metadata.title }), ...(count === undefined ? {} : { count }) }
}
