import { and, eq, sql } from 'drizzle-orm'
import { audit, timingSafeEqual } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { SECOND_MS } from '../../limits/units'
import { isChanged, requireCondition } from '../../resources'
import { type Collector, checkCollectorProfile, readCollector } from '../load'
import { announceRun, type RunRow } from './run'
import { rescheduled } from './scheduled-runs'

const { collectorRuns } = tables

/**
 * Starts a run now, or after a delay. One that is delayed takes the place of the scheduled run, until it has started.
 *
 * @param input.key the webhook key, which stands for a session
 * @throws `collector-key-refused`, `collector-refused`, `collector-inactive`, `collector-running`
 */
export async function triggerRun(
  ctx: Context,
  input: { id: string; key?: string | undefined; delaySeconds: number },
): Promise<{ run: RunRow; collector: Collector }> {
  const collector = await readCollector(ctx, input.id)
  if (input.key === undefined) checkCollectorProfile(ctx, collector, 'exec')
  else if (!(await timingSafeEqual(input.key, collector.webhookKey))) throw problem('collector-key-refused')
  if (!collector.active) throw problem('collector-inactive')
  const now = ctx.now()
  const delayMs = input.delaySeconds * SECOND_MS
  const values = {
    id: ctx.newId(),
    collectorId: collector.id,
    createdAt: now.toISOString(),
    dueAt: now.getTime() + delayMs,
    touchedAt: now.getTime(),
  }
  const later = delayMs > 0
  // A delayed run waits for the cron like a scheduled one.
  const run = later
    ? { ...values, status: 'scheduled' as const, scheduledAt: new Date(values.dueAt).toISOString() }
    : { ...values, status: 'triggered' as const }
  const isRunning = sql`exists (select 1 from ${collectorRuns} where ${collectorRuns.collectorId} = ${collector.id}
    and ${collectorRuns.status} in ('triggered', 'running', 'kill'))`
  const changes = ctx.db.batch([
    // A refused run leaves no trace.
    requireCondition(ctx, sql`${later ? sql`true` : sql`not ${isRunning}`}`),
    audit(ctx, 'triggerRun', `collectors/${collector.id}`),
    ctx.db
      .delete(collectorRuns)
      .where(and(eq(collectorRuns.collectorId, collector.id), eq(collectorRuns.status, 'scheduled'))),
    // The indexes allow one run at a time.
    ctx.db.insert(collectorRuns).values(run).onConflictDoNothing().returning(),
    ...(later ? [] : rescheduled(ctx, collector)),
  ])
  const [, , , inserted] = await changes.catch((error: unknown) => {
    if (isChanged(error)) throw problem('collector-running')
    throw error
  })
  const [row] = inserted
  if (!row) throw problem('collector-running')
  if (!later) await ctx.jobs.collect([{ run: row.id, step: row.step }])
  await announceRun(ctx, row, { status: row.status })
  return { run: row, collector }
}
