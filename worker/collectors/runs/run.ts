/**
 * Runs of collectors. A worker holds the lease of a run, and every outcome is guarded by it, so that late, duplicate or
 * concurrent deliveries change nothing.
 */
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import { channelOf } from '../journal'

const { collectorRuns, collectorLogs } = tables

export type RunRow = typeof collectorRuns.$inferSelect
/** A claimed run. */
export type ClaimedCollectorRun = RunRow & { lease: string }

/** Claims a run at a step, if no other worker holds it. Undefined when there is nothing to do. */
export async function claimCollectorRun(
  ctx: Context,
  id: string,
  step: number,
): Promise<ClaimedCollectorRun | undefined> {
  const now = ctx.now()
  const [row] = await ctx.db
    .update(collectorRuns)
    .set({
      status: sql`case when ${collectorRuns.status} = 'triggered' then 'running' else ${collectorRuns.status} end`,
      lease: ctx.newId(),
      leaseUntil: now.getTime() + limits.collectors.leaseMs,
      // Counted before the work starts, because a process that crashes reports nothing.
      starts: sql`${collectorRuns.starts} + 1`,
      startedAt: sql`coalesce(${collectorRuns.startedAt}, ${now.toISOString()})`,
      touchedAt: now.getTime(),
    })
    .where(
      and(
        eq(collectorRuns.id, id),
        eq(collectorRuns.step, step),
        inArray(collectorRuns.status, ['triggered', 'running', 'kill']),
        lt(collectorRuns.leaseUntil, now.getTime()),
      ),
    )
    .returning()
  return row?.lease ? { ...row, lease: row.lease } : undefined
}

/** Extends the lease. @returns the status, `kill` when the run is to stop; undefined when the lease was lost */
export async function renewCollectorRun(ctx: Context, run: ClaimedCollectorRun): Promise<RunRow['status'] | undefined> {
  const now = ctx.now().getTime()
  const [row] = await ctx.db
    .update(collectorRuns)
    .set({ leaseUntil: now + limits.collectors.leaseMs, touchedAt: now })
    .where(hasCollectorLease(run))
    .returning({ status: collectorRuns.status })
  return row?.status
}

/** Stores a checkpoint, and resets the count of crashes. @returns whether the lease is still held */
export async function saveCollectorCursor(ctx: Context, run: ClaimedCollectorRun, cursor: string): Promise<boolean> {
  const rows = await ctx.db
    .update(collectorRuns)
    .set({ cursor, starts: 1 })
    .where(hasCollectorLease(run))
    .returning({ id: collectorRuns.id })
  return rows.length > 0
}

/**
 * Releases a run for its next delivery: at its next step, or at the same step after a platform fault. A fault that is reported
 * does not count as a crash.
 */
export async function releaseCollectorRun(ctx: Context, run: ClaimedCollectorRun, isNextStep: boolean): Promise<void> {
  const step = isNextStep ? run.step + 1 : run.step
  const rows = await ctx.db
    .update(collectorRuns)
    .set({
      ...{ step, lease: null, leaseUntil: 0, touchedAt: ctx.now().getTime() },
      starts: isNextStep ? 0 : sql`${collectorRuns.starts} - 1`,
    })
    .where(hasCollectorLease(run))
    .returning({ id: collectorRuns.id })
  if (isNextStep && rows.length > 0) {
    await ctx.jobs.collect([{ run: run.id, step }], limits.collectors.resumeDelaySeconds)
  }
}

/** How many entries the log of a run has. */
export async function logLength(ctx: Context, runId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ next: sql<number>`coalesce(max(${collectorLogs.position}) + 1, 0)` })
    .from(collectorLogs)
    .where(eq(collectorLogs.runId, runId))
  return row?.next ?? 0
}

/** Tells the listeners of a collector that a run has changed. */
export async function announceRun(
  ctx: Context,
  run: Pick<RunRow, 'id' | 'collectorId'>,
  patch: Record<string, string>,
): Promise<void> {
  await ctx.realtime.tell(channelOf(run.collectorId), 'run-patch', { _id: run.id, patch })
}

/** The condition that a worker still holds a run. */
export const hasCollectorLease = ({ id, lease }: ClaimedCollectorRun) =>
  and(eq(collectorRuns.id, id), eq(collectorRuns.lease, lease))
