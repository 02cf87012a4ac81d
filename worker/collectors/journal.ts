import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'

/** What the log of an account tells of its collectors. */
export type CollectorEvent = 'create' | 'delete' | 'finish-error' | 'disabled' | 'webhook-disabled'

const { collectors, journal, webhooks } = tables

/** The statement that stores an event of a collector in the log of its owner, for the batch of the change. */
export function addCollectorEvent(ctx: Context, id: string, event: { type: CollectorEvent; data?: string }) {
  return ctx.db.insert(journal).select(
    sql`select null, '', ${event.type}, ${ctx.now().toISOString()}, 0, null, ${event.data ?? null}, 1,
        ${collectors.ownerType}, ${collectors.ownerId}, coalesce(${collectors.ownerDepartment}, ''), null, ${id}
      from ${collectors} where ${collectors.id} = ${id}`,
  )
}

/** To call after the commit of events: sends a message to each webhook of the owner. Never fails: the watchdog repeats it. */
export async function announceEvents(ctx: Context, id: string): Promise<void> {
  try {
    const rows = await ctx.db
      .select({ webhook: webhooks.id })
      .from(collectors)
      .innerJoin(
        webhooks,
        and(
          eq(webhooks.ownerType, collectors.ownerType),
          eq(webhooks.ownerId, collectors.ownerId),
          or(eq(webhooks.department, ''), eq(webhooks.department, collectors.ownerDepartment)),
          isNull(webhooks.disabledAt),
        ),
      )
      .where(eq(collectors.id, id))
    for (const { webhook } of rows) await ctx.jobs.callWebhook(webhook)
  } catch (error) {
    ctx.log('warn', 'an announcement failed', { collector: id, error: String(error) })
  }
}
