import { and, eq, lt } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'

/**
 * Runs without a worker whose message seems lost: not updated for longer than a lease.
 *
 * @param input.afterRestart all leases belong to ended processes and expire now
 */
export async function idleRuns(
  ctx: Context,
  input: { afterRestart: boolean },
): Promise<{ id: string; datasetId: string; step: number; starts: number }[]> {
  const { runs } = tables
  const now = ctx.now().getTime()
  if (input.afterRestart) await ctx.db.update(runs).set({ lease: null, leaseUntil: 0 }).where(eq(runs.failed, false))
  const longAgo = input.afterRestart ? now + 1 : now - limits.processing.leaseMs
  return ctx.db
    .select({ id: runs.id, datasetId: runs.datasetId, step: runs.step, starts: runs.starts })
    .from(runs)
    .where(and(eq(runs.failed, false), lt(runs.leaseUntil, now), lt(runs.touchedAt, longAgo)))
    .orderBy(runs.starts)
    .limit(limits.processing.redriveBatch)
}
