import { and, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { limits } from '../limits'
import type { Alert } from './alert'
import { readConditions } from './conditions'
import { currentAlerts, isAlert } from './read-alerts'

const { alerts, deadLetters } = tables

/** Stores which conditions hold. Evaluating twice, also at the same time, stores the same. */
export async function evaluateAlerts(ctx: Context): Promise<void> {
  const now = ctx.now()
  const [conditions, current] = await Promise.all([readConditions(ctx), currentAlerts(ctx)])
  const conditionKeys = new Set(conditions.map(keyOf))
  const currentKeys = new Set(current.map(keyOf))
  const begun = conditions.filter((one) => !one.lingers && !currentKeys.has(keyOf(one)))
  const ended = current.filter((one) => !conditionKeys.has(keyOf(one)))
  const expired = now.getTime() - limits.alerts.deadLetterMs
  const stateAfterReturn = (column: typeof alerts.webhookState | typeof alerts.mailState) =>
    sql`case when ${column} = 'end' then null else ${column} end`
  await ctx.db.batch([
    ctx.db.delete(deadLetters).where(lt(deadLetters.date, expired)),
    ...begun.map(({ kind, subject, title }) =>
      ctx.db
        .insert(alerts)
        .values({ kind, subject, title, beganAt: now.toISOString() })
        .onConflictDoUpdate({
          target: [alerts.kind, alerts.subject],
          // The alert begins again before all receivers have its end: those that have not received the end receive nothing.
          set: {
            endedAt: null,
            webhookState: stateAfterReturn(alerts.webhookState),
            mailState: stateAfterReturn(alerts.mailState),
          },
          setWhere: isNotNull(alerts.endedAt),
        }),
    ),
    ...ended.map((one) =>
      ctx.db
        .update(alerts)
        .set({ endedAt: now.toISOString() })
        .where(and(isAlert(one), isNull(alerts.endedAt))),
    ),
  ])
}

const keyOf = ({ kind, subject }: Pick<Alert, 'kind' | 'subject'>) => `${kind} ${subject}`
