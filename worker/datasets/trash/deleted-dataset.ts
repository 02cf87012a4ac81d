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
import { lineCount } from '../metadata/present'
import { type Dataset, fromRow } from '../metadata/row'

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
  const { deletedDatasets } = tables
  const [row] = await ctx.db
    .select()
    .from(deletedDatasets)
    .where(and(eq(deletedDatasets.id, id), isRestorable(ctx)))
  const dataset = row && datasetIn(row)
  if (!dataset || !can(actor, 'delete', dataset)) throw problem('deleted-dataset-not-found')
  return { row, dataset }
}

/** The deleted datasets of the active account that the caller may restore, the last one first. @throws what `accountActorFor` throws */
export async function listDeleted(ctx: Context) {
  const actor = accountActorFor(ctx, scopesFor('list'))
  const rows = await rowsOf(ctx, actor.account)
  const results = rows
    .map((row) => ({ row, dataset: datasetIn(row) }))
    .filter(({ dataset }) => isOf(dataset, actor.account) && can(actor, 'delete', dataset))
    .map(presentDeleted)
  return { count: results.length, results }
}

/** Of an account with a department, the datasets of the department alone. */
const isOf = ({ owner }: Dataset, { department }: Owner): boolean =>
  department === undefined || owner.department === department

function rowsOf(ctx: Context, { type, id }: Owner) {
  const { deletedDatasets } = tables
  return ctx.db
    .select()
    .from(deletedDatasets)
    .where(and(eq(deletedDatasets.ownerType, type), eq(deletedDatasets.ownerId, id), isRestorable(ctx)))
    .orderBy(desc(deletedDatasets.deletedAt))
    .limit(limits.trash.maxDatasets)
}

const isRestorable = (ctx: Context) => gt(tables.deletedDatasets.restorableUntil, ctx.now().getTime())

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
