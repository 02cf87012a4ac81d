/** Deletion of what can no longer be restored. */
import { and, eq, lte, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { Owner } from '../../identity'
import { limits } from '../../limits'
import { isChanged, requireCondition } from '../../resources'
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
export async function purgeExpired(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .select({ id: deletedDatasets.id })
    .from(deletedDatasets)
    .where(lte(deletedDatasets.restorableUntil, ctx.now().getTime()))
    .limit(limits.trash.purgeBatch)
  for (const { id } of rows) {
    try {
      await purge(ctx, id)
    } catch (error) {
      // An error of one dataset must not block the others; the next tick retries.
      ctx.log('error', 'the data of a deleted dataset could not be deleted', { dataset: id, error: String(error) })
    }
  }
}

/**
 * Deletes the oldest data of an account while its deleted datasets are more than the limits allow: what they store is not
 * counted in the quotas of the account. The last one stays, whatever its size: its page says until when it can be restored.
 */
export async function purgeOldest(ctx: Context, { type, id }: Owner): Promise<void> {
  const { maxBytes, maxDatasets, purgeBatch } = limits.trash
  const isOwn = and(eq(deletedDatasets.ownerType, type), eq(deletedDatasets.ownerId, id))
  const newer = sql`partition by owner_type, owner_id order by deleted_at desc, id`
  const ranked = sql`select id, sum(bytes) over (${newer}) as bytes, row_number() over (${newer}) as place
    from ${deletedDatasets} where ${isOwn}`
  const rows = await ctx.db
    .select({ id: deletedDatasets.id })
    .from(deletedDatasets)
    .where(
      sql`${deletedDatasets.id} in (select id from (${ranked}) where place > 1 and (bytes > ${maxBytes} or place > ${maxDatasets}))`,
    )
    .limit(purgeBatch)
  for (const one of rows) await purge(ctx, one.id)
}

async function purge(ctx: Context, id: string, others: BatchItem<'sqlite'>[] = []): Promise<void> {
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
