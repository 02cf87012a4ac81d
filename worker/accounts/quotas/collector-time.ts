import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { MINUTE_SECONDS } from '../../limits/units'
import { type Consumer, quotaRow } from './account-usage'

/** Seconds that the collectors of an account have run this month (UTC), and may run; -1: no limit. */
export async function collectorTime(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  { type, id }: Consumer,
): Promise<{ limit: number; consumption: number }> {
  const { collectorUsage } = tables
  const month = ctx.now().toISOString().slice(0, 7)
  const [row, [used]] = await Promise.all([
    quotaRow(ctx, { type, id }),
    ctx.db
      .select({ seconds: collectorUsage.seconds })
      .from(collectorUsage)
      .where(and(eq(collectorUsage.ownerType, type), eq(collectorUsage.ownerId, id), eq(collectorUsage.month, month))),
  ])
  return { limit: row?.collectorSeconds ?? defaultCollectorSeconds(ctx), consumption: used?.seconds ?? 0 }
}

/** The limit of the configuration, in seconds; -1: no limit. */
export function defaultCollectorSeconds({ config }: Pick<Context, 'config'>): number {
  const { QUOTA_COLLECTOR_MINUTES: minutes } = config
  return minutes < 0 ? -1 : minutes * MINUTE_SECONDS
}

/** What is left of it. @returns infinitely many seconds without a limit */
export async function collectorTimeLeft(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  consumer: Consumer,
): Promise<{ seconds: number; limitMinutes: number }> {
  const { limit, consumption } = await collectorTime(ctx, consumer)
  if (limit < 0) return { seconds: Number.POSITIVE_INFINITY, limitMinutes: -1 }
  return { seconds: limit - consumption, limitMinutes: Math.round(limit / MINUTE_SECONDS) }
}
