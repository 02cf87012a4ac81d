import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { Account } from './account-names'
import type { StoredSettings } from './schema'

const secretBytes = 32

/**
 * The statements that synchronize the webhooks of an account with its settings. A webhook with the same title and
 * address keeps its position in the log; a new one receives the events from now on.
 */
export async function changeWebhooks(
  ctx: Context,
  { type, id, department = '' }: Account,
  sent: StoredSettings['webhooks'],
) {
  const { webhooks, journal } = tables
  const rows = await ctx.db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.ownerType, type), eq(webhooks.ownerId, id), eq(webhooks.department, department)))
  const requested = new Map((sent ?? []).map((one) => [`${one.title} ${one.target.params.url}`, one]))
  const stored = new Map(rows.map((one) => [`${one.title} ${one.url}`, one]))
  const removed = [...stored].filter(([name]) => !requested.has(name)).map(([, one]) => one.id)
  return [
    ...(removed.length > 0 ? [ctx.db.delete(webhooks).where(inArray(webhooks.id, removed))] : []),
    ...[...requested].map(([name, { title, events, target }]) => {
      const before = stored.get(name)
      const text = JSON.stringify(events)
      if (before) return ctx.db.update(webhooks).set({ events: text }).where(eq(webhooks.id, before.id))
      return ctx.db.insert(webhooks).values({
        id: ctx.newId(),
        ownerType: type,
        ownerId: id,
        department,
        title,
        url: target.params.url,
        baseUrl: ctx.baseUrl,
        events: text,
        secret: `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(secretBytes))).toString('base64')}`,
        cursor: sql`(select coalesce(max(${journal.id}), 0) from ${journal})`,
        failures: 0,
        nextAt: 0,
        leaseUntil: 0,
      })
    }),
  ]
}
