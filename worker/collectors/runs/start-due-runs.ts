/** What the cron does each minute for collectors: starts due runs, schedules the next ones, finds interrupted ones. */
import { and, eq, inArray, lt, lte, or, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import { scheduleNext } from './scheduled-runs'

const { collectorRuns } = tables
const active = ['triggered', 'running', 'kill'] as const

/**
 * Starts due runs, each once: the update claims a run before its message is sent, and a collector whose run is still in
 * progress waits for the next tick.
 *
 * @param input.afterRestart the queue and all claims were lost (local server only)
 */
export async function startDueRuns(ctx: Context, input: { afterRestart: boolean }): Promise<void> {
  if (input.afterRestart) {
    await ctx.db
      .update(collectorRuns)
      .set({ leaseUntil: 0, touchedAt: 0 })
      .where(inArray(collectorRuns.status, [...active]))
  }
  const due = await claimDueRuns(ctx)
  if (due.length > 0) ctx.log('info', 'collectors started', { runs: due.length })
  await ctx.jobs.collect(due)
  await scheduleNext(ctx)
  const idle = await idleRuns(ctx)
  for (const { run, step } of idle) ctx.log('warn', 'collector run re-driven', { run, step })
  await ctx.jobs.collect(idle)
}

async function claimDueRuns(ctx: Context): Promise<{ run: string; step: number }[]> {
  const now = ctx.now().getTime()
  const due = sql`select id from ${collectorRuns} due where due.status = 'scheduled' and due.due_at <= ${now}
    and not exists (select 1 from ${collectorRuns} other where other.collector_id = due.collector_id
      and other.status in ('triggered', 'running', 'kill'))
    order by due.due_at limit ${limits.collectors.tickBatch}`
  return ctx.db
    .update(collectorRuns)
    .set({ status: 'triggered', touchedAt: now })
    .where(sql`${collectorRuns.id} in (${due})`)
    .returning({ run: collectorRuns.id, step: collectorRuns.step })
}

/** Runs that wait without a message, or whose worker has not reported: their process has ended. */
async function idleRuns(ctx: Context): Promise<{ run: string; step: number }[]> {
  const now = ctx.now().getTime()
  const { leaseMs, idleMs, redriveBatch } = limits.collectors
  const isIdle = or(
    and(inArray(collectorRuns.status, ['running', 'kill']), lt(collectorRuns.touchedAt, now - leaseMs)),
    and(eq(collectorRuns.status, 'triggered'), lt(collectorRuns.touchedAt, now - idleMs)),
  )
  const which = sql`select id from ${collectorRuns} where ${isIdle} and ${lte(collectorRuns.leaseUntil, now)} limit ${redriveBatch}`
  return ctx.db
    .update(collectorRuns)
    .set({ touchedAt: now })
    .where(sql`${collectorRuns.id} in (${which})`)
    .returning({ run: collectorRuns.id, step: collectorRuns.step })
}
