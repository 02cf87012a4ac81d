import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import type { Alert } from './alert'

const { alerts } = tables

/** The alerts that hold, oldest first. */
export async function currentAlerts(ctx: Pick<Context, 'db'>): Promise<Alert[]> {
  const rows = await ctx.db.select().from(alerts).where(isNull(alerts.endedAt)).orderBy(asc(alerts.beganAt))
  return rows.map(({ webhookState: _, mailState: __, ...alert }) => alert)
}

/** The condition that selects an alert. */
export const isAlert = ({ kind, subject }: Pick<Alert, 'kind' | 'subject'>) =>
  and(eq(alerts.kind, kind), eq(alerts.subject, subject))
