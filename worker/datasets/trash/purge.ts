/** Deletion of what can no longer be restored. */
import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isChanged, purgeExpiredOf, requireCondition } from '../../resources'
import { datasetIn, deletedRow, loadDeleted } from './deleted-dataset'
import { discardData, sendDiscards } from './discard-data'

const { deletedDatasets } = tables

/** Deletes the data of a deleted dataset now. @throws what `loadDeleted` throws */
export async function purgeDeleted(ctx: Context, id: string): Promise<void> {
  await loadDeleted(ctx, id)
  await purge(ctx, id, [audit(ctx, 'purgeDataset', `datasets/${id}`)])
}

/** The statements that delete the data of the deleted dataset that had this id, for the batch that creates another one. */
export async function purgeStatements(ctx: Context, id: string): Promise<BatchItem<'sqlite'>[]> {
  const row = await deletedRow(ctx, id)
  return row ? [removeRow(ctx, id), ...discardData(ctx, datasetIn(row))] : []
}

/** Deletes the data that can no longer be restored, a limited number of datasets at a time. */
export const purgeExpired = (ctx: Context): Promise<void> => purgeExpiredOf(ctx, deletedDatasets, purge)

export async function purge(ctx: Context, id: string, others: BatchItem<'sqlite'>[] = []): Promise<void> {
  const row = await deletedRow(ctx, id)
  if (!row) return
  const isDeleted = sql`exists (select 1 from ${deletedDatasets} where ${deletedDatasets.id} = ${id})`
  try {
    await ctx.db.batch([
      requireCondition(ctx, isDeleted),
      removeRow(ctx, id),
      ...discardData(ctx, datasetIn(row)),
      ...others,
    ])
  } catch (error) {
    // Restored, or replaced by another dataset with its id, since it was read.
    if (isChanged(error)) return
    throw error
  }
  await sendDiscards(ctx, id)
}

const removeRow = (ctx: Context, id: string) => ctx.db.delete(deletedDatasets).where(eq(deletedDatasets.id, id))
