/** Reads deleted datasets that can be restored. */
import { and, desc, eq, gt } from 'drizzle-orm'
import { accountActorFor, actorFor } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { DatasetRow } from '../../db/dataset-row'
import { problem } from '../../errors'
import { classOf, type Owner, scopesFor } from '../../identity'
import { limits } from '../../limits'
import { can } from '../../permissions'
import { type Dataset, fromRow } from '../metadata/dataset'
import { lineCount } from '../metadata/present'

export type DeletedDataset = { row: typeof tables.deletedDatasets.$inferSelect; dataset: Dataset }

/** The dataset of a row, as it was. */
export function datasetIn(row: DeletedDataset['row']): Dataset {
  // The object of a row of `datasets`, which `archiveRows` stores.
  const stored = JSON.parse(row.row) as Omit<DatasetRow, 'metadata' | 'published' | 'draft'>
  const columns = Object.fromEntries(Object.entries(stored).map(([name, value]) => [toCamelCase(name), value]))
  const { metadata, published, draft } = row
  return fromRow({ ...columns, metadata, published, draft } as unknown as DatasetRow)
}

const toCamelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

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
  for (const { id } of await idsOf(ctx, actor.account)) {
    // One at a time: together, large documents exceed the memory of a Worker.
    const row = await deletedRow(ctx, id)
    const dataset = row && datasetIn(row)
    if (dataset && isOf(dataset, actor.account) && can(actor, 'delete', dataset)) {
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

/** Of an account with a department, the datasets of the department alone. */
const isOf = ({ owner }: Dataset, { department }: Owner): boolean =>
  department === undefined || owner.department === department

function idsOf(ctx: Context, { type, id }: Owner) {
  const { deletedDatasets } = tables
  const isRestorable = gt(deletedDatasets.restorableUntil, ctx.now().getTime())
  return ctx.db
    .select({ id: deletedDatasets.id })
    .from(deletedDatasets)
    .where(and(eq(deletedDatasets.ownerType, type), eq(deletedDatasets.ownerId, id), isRestorable))
    .orderBy(desc(deletedDatasets.deletedAt))
    .limit(limits.trash.maxDatasets)
}

export type DeletedDocument = ReturnType<typeof presentDeleted>

/** A deleted dataset in the API. */
export function presentDeleted({ row, dataset }: DeletedDataset) {
  const { id, deletedAt, bytes } = row
  const count = dataset.nature === 'virtual' ? undefined : lineCount(dataset.published)
  return {
    id,
    title: dataset.metadata.title,
    owner: dataset.owner,
    ...(count === undefined ? {} : { count }),
    bytes,
    deletedAt,
    // The author that `archiveRows` stores.
    deletedBy: JSON.parse(row.deletedBy) as { id: string; name: string },
    restorableUntil: new Date(row.restorableUntil).toISOString(),
  }
}
