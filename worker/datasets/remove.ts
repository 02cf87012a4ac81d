import { eq } from 'drizzle-orm'
import { audit } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { limits } from '../limits'
import { discardVersion } from './discard'
import { isChanged, onlyAsRead } from './guard'
import { type Dataset, forgetDataset, loadDataset } from './load'
import { discardRuns } from './runs'

/**
 * Deletes a dataset in any state: its description and journal at once, its lines and files through the discards, which
 * survive whatever happens next.
 */
export async function removeDataset(ctx: Context, id: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await removeAsRead(ctx, await loadDataset(ctx, id, 'delete'))
      break
    } catch (error) {
      // A version published a moment ago must go too.
      if (!isChanged(error) || attempt === limits.datasets.maxRemoveAttempts) throw error
    }
  }
  forgetDataset(id)
  try {
    await ctx.jobs.discard(limits.lines.dropRemovedAfterMs / 1_000 + 1)
  } catch (error) {
    ctx.log('error', 'the message of a removal could not be sent; the watchdog will', { id, error: String(error) })
  }
}

async function removeAsRead(ctx: Context, dataset: Dataset): Promise<void> {
  const { id, published, draft } = dataset
  const itsRuns = eq(tables.runs.datasetId, id)
  await ctx.db.batch([
    onlyAsRead(ctx, dataset),
    ctx.db.delete(tables.datasets).where(eq(tables.datasets.id, id)),
    discardRuns(ctx, itsRuns),
    ctx.db.delete(tables.runs).where(itsRuns),
    ctx.db.delete(tables.journal).where(eq(tables.journal.datasetId, id)),
    ctx.db.delete(tables.statistics).where(eq(tables.statistics.datasetId, id)),
    ...[published, ...(draft ? [draft] : [])].flatMap((version) =>
      discardVersion(ctx, version, { afterMs: limits.lines.dropRemovedAfterMs }),
    ),
    audit(ctx, 'removeDataset', `datasets/${id}`),
  ])
}
