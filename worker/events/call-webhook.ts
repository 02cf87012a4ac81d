import { and, eq, exists, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { addToApplicationJournal } from '../applications'
import { addCollectorEvent } from '../collectors'
import type { Context } from '../context'
import { addToJournal } from '../datasets/journal'
import { tables } from '../db/client'
import type { Reason } from '../errors'
import { limits } from '../limits'
import { type Delivery, deliver, failureOf, type Webhook, withDelivery } from './delivery'
import { eventKey, eventType, type LogEvent, resourceOf } from './event'
import { brokenColumnsText, eventSentence } from './event-text'
import { logAfter } from './log'

const { webhooks, journal } = tables

/**
 * Sends pending events to a webhook in order, each until it is accepted: a rejected event blocks
 * those after it, is retried with increasing delays, and finally disables the webhook. At-least-once delivery: an event whose
 * response was lost is sent again, with the same id.
 */
export async function callWebhook(ctx: Context, id: string): Promise<void> {
  const webhook = await claim(ctx, id)
  if (!webhook) return
  const end = ctx.now().getTime() + limits.webhooks.sliceMs
  const owner = { type: webhook.ownerType, id: webhook.ownerId, department: webhook.department }
  // The settings write it from string[].
  const subscribed = new Set(JSON.parse(webhook.events) as string[])
  let { cursor } = webhook
  for (let more = true; more; ) {
    const events = await logAfter(ctx, owner, { since: cursor, size: limits.events.defaultPage })
    for (const event of events) {
      if (subscribed.has(eventKey(event))) {
        const delivery = await send(ctx, webhook, event)
        const failure = failureOf(delivery)
        if (failure) return fail(ctx, webhook, { cursor, event, delivery, failure })
        await save(ctx, id, { cursor: event.id, failures: 0, lastError: null }, delivery)
      }
      cursor = event.id
      if (ctx.now().getTime() > end) break
    }
    more = events.length === limits.events.defaultPage && ctx.now().getTime() <= end
  }
  await save(ctx, id, { cursor, leaseUntil: 0 })
  // Events written during this delivery did not start another one.
  if ((await logAfter(ctx, owner, { since: cursor, size: 1 })).length > 0) await ctx.jobs.callWebhook(id)
}

/** Webhooks with pending events and without a running delivery: their queue message was lost. */
export async function silentWebhooks(ctx: Context): Promise<string[]> {
  const now = ctx.now().getTime()
  const owed = ctx.db
    .select({ one: sql`1` })
    .from(journal)
    .where(
      and(
        eq(journal.ownerType, webhooks.ownerType),
        eq(journal.ownerId, webhooks.ownerId),
        or(eq(webhooks.department, ''), eq(webhooks.department, journal.ownerDepartment)),
        gt(journal.id, webhooks.cursor),
      ),
    )
  const rows = await ctx.db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(isNull(webhooks.disabledAt), lte(webhooks.nextAt, now), lt(webhooks.leaseUntil, now), exists(owed)))
    .limit(limits.webhooks.repairBatch)
  return rows.map(({ id }) => id)
}

async function claim(ctx: Context, id: string): Promise<Webhook | undefined> {
  const now = ctx.now().getTime()
  const [row] = await ctx.db
    .update(webhooks)
    .set({ leaseUntil: now + limits.webhooks.leaseMs })
    .where(
      and(eq(webhooks.id, id), isNull(webhooks.disabledAt), lte(webhooks.nextAt, now), lt(webhooks.leaseUntil, now)),
    )
    .returning()
  return row
}

function send(ctx: Context, webhook: Webhook, event: LogEvent): Promise<Delivery> {
  const href = `${ctx.config.PUBLIC_URL || webhook.baseUrl}/api/v1/${resourceOf(event).path}`
  const columns = brokenColumnsText(event, 'en')
  const text = eventSentence(event, 'en') + (columns ? `: ${columns}` : '')
  const body = { text, href, event: eventType(event) }
  return deliver(ctx, webhook, { id: String(event.id), key: eventKey(event), body })
}

/** Schedules a retry, or disables the webhook and records that in the log. */
async function fail(
  ctx: Context,
  webhook: Webhook,
  { cursor, event, delivery, failure }: { cursor: number; event: LogEvent; delivery: Delivery; failure: Reason },
): Promise<void> {
  const { maxAttempts, retryUnitMs, retryExponent } = limits.webhooks
  const failures = webhook.cursor === cursor ? webhook.failures + 1 : 1
  const now = ctx.now()
  const state = { cursor, failures, lastError: failure.en, leaseUntil: 0 }
  ctx.log('warn', 'a webhook failed', { webhook: webhook.id, failures, failure: failure.en })
  if (failures >= maxAttempts) {
    const { type: kind, id } = resourceOf(event)
    const disabled = { type: 'webhook-disabled', data: `${webhook.title}: ${failure.en}` } as const
    await ctx.db.batch([
      ctx.db
        .update(webhooks)
        .set({ ...state, disabledAt: now.toISOString(), deliveries: withDelivery(delivery) })
        .where(eq(webhooks.id, webhook.id)),
      kind === 'collector'
        ? addCollectorEvent(ctx, id, disabled)
        : kind === 'dataset'
          ? addToJournal(ctx, id, { ...disabled, logOnly: true })
          : addToApplicationJournal(ctx, id, { ...disabled, logOnly: true }),
    ])
    return
  }
  const pauseMs = retryUnitMs * failures ** retryExponent
  await save(ctx, webhook.id, { ...state, nextAt: now.getTime() + pauseMs }, delivery)
  await ctx.jobs.callWebhook(webhook.id, Math.ceil(pauseMs / 1_000))
}

async function save(ctx: Context, id: string, state: Partial<Webhook>, delivery?: Delivery): Promise<void> {
  await ctx.db
    .update(webhooks)
    .set({ ...state, ...(delivery ? { deliveries: withDelivery(delivery) } : {}) })
    .where(eq(webhooks.id, id))
}
