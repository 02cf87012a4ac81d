/** Scheduled runs: each active collector with rules has one, at its next date. */
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import { nextDate, type Rule, schedulingSchema } from '../schedule'

const { collectors, collectorRuns } = tables

/** The statements that replace the scheduled run of a collector by one at its next date, if it is active and has rules. */
export function rescheduled(ctx: Context, collector: { id: string; active: boolean; scheduling: readonly Rule[] }) {
  const next = collector.active ? nextDate(collector.scheduling, ctx.now()) : undefined
  return [
    ctx.db
      .delete(collectorRuns)
      .where(and(eq(collectorRuns.collectorId, collector.id), eq(collectorRuns.status, 'scheduled'))),
    ...(next ? [insertScheduled(ctx, collector.id, next)] : []),
  ]
}

/** Gives a scheduled run to active collectors that have none: their last one has started. @returns how many */
export async function scheduleNext(ctx: Context): Promise<number> {
  const rows = await ctx.db
    .select({
      id: collectors.id,
      scheduling: collectors.scheduling,
      killed: sql<number | null>`(select max(${collectorRuns.dueAt}) from ${collectorRuns}
        where ${collectorRuns.collectorId} = ${collectors.id} and ${collectorRuns.status} = 'killed')`,
    })
    .from(collectors)
    .where(
      sql`${collectors.active} and ${collectors.scheduling} <> '[]' and not exists
        (select 1 from ${collectorRuns} where ${collectorRuns.collectorId} = ${collectors.id} and ${collectorRuns.status} = 'scheduled')`,
    )
    .limit(limits.collectors.tickBatch)
  const inserts = rows.flatMap(({ id, scheduling, killed }) => {
    // A run that was killed before its date does not come back.
    const after = new Date(Math.max(ctx.now().getTime(), killed ?? 0))
    const next = nextDate(schedulingSchema.parse(JSON.parse(scheduling)), after)
    return next ? [insertScheduled(ctx, id, next)] : []
  })
  const [first, ...others] = inserts
  if (first) await ctx.db.batch([first, ...others])
  return inserts.length
}

function insertScheduled(ctx: Context, collectorId: string, next: Date) {
  const now = ctx.now()
  return ctx.db
    .insert(collectorRuns)
    .values({
      id: ctx.newId(),
      collectorId,
      status: 'scheduled',
      createdAt: now.toISOString(),
      scheduledAt: next.toISOString(),
      dueAt: next.getTime(),
      touchedAt: now.getTime(),
    })
    .onConflictDoNothing()
}
