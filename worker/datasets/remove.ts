import { eq } from 'drizzle-orm'
import { audit } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { limits } from '../limits'
import { discardVersion } from './discard'
import { forgetDataset, loadDataset } from './load'

/**
 * Deletes a dataset in any state: its description and journal at once, its lines and files through the discards, which
 * survive whatever happens next.
 */
export async function removeDataset(ctx: Context, id: string): Promise<void> {
  const dataset = await loadDataset(ctx, id, 'delete')
  const unfinished = await ctx.db.select({ id: tables.runs.id }).from(tables.runs).where(eq(tables.runs.datasetId, id))
  const now = ctx.now().getTime()
  await ctx.db.batch([
    ctx.db.delete(tables.datasets).where(eq(tables.datasets.id, id)),
    ctx.db.delete(tables.runs).where(eq(tables.runs.datasetId, id)),
    ctx.db.delete(tables.journal).where(eq(tables.journal.datasetId, id)),
    ctx.db.delete(tables.statistics).where(eq(tables.statistics.datasetId, id)),
    ...[dataset.published, ...(dataset.draft ? [dataset.draft] : [])].flatMap((version) =>
      discardVersion(ctx, version, { afterMs: limits.lines.dropRemovedAfterMs }),
    ),
    // A run names its table after itself; it may be half filled.
    ...unfinished.map((run) =>
      ctx.db
        .insert(tables.discards)
        .values({ kind: 'lines', name: `0:${run.id}`, notBefore: now })
        .onConflictDoNothing(),
    ),
    audit(ctx, 'removeDataset', `datasets/${id}`),
  ])
  forgetDataset(id)
  await ctx.jobs.discard(limits.lines.dropRemovedAfterMs / 1_000 + 1)
}
