import { and, asc, eq } from 'drizzle-orm'
import { accountAdmin, audit } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import type { Owner } from '../identity'
import { type Delivery, deliver, deliveriesOf, type Webhook, withDelivery } from './delivery'

const { webhooks } = tables

/**
 * The webhooks of an account with their state. They are declared in its settings; their secrets are returned
 * here, to administrators.
 *
 * @throws `session-required`, `account-refused`
 */
export async function listWebhooks(
  ctx: Context,
  account: Pick<Owner, 'type' | 'id' | 'department'>,
): Promise<Record<string, unknown>[]> {
  accountAdmin(ctx, account)
  const rows = await ctx.db.select().from(webhooks).where(ofAccount(account)).orderBy(asc(webhooks.title))
  return rows.map((row) => presented(ctx, row))
}

/**
 * Sends the events after a cursor again, also to a disabled webhook.
 *
 * @throws `session-required`, `account-refused`, `webhook-not-found`
 */
export async function replayWebhook(
  ctx: Context,
  account: Pick<Owner, 'type' | 'id' | 'department'>,
  input: { id: string; since: number },
): Promise<Record<string, unknown>> {
  accountAdmin(ctx, account)
  const [[row]] = await ctx.db.batch([
    ctx.db
      .update(webhooks)
      .set({ cursor: input.since, failures: 0, nextAt: 0, disabledAt: null, lastError: null })
      .where(and(eq(webhooks.id, input.id), ofAccount(account)))
      .returning(),
    audit(ctx, 'replayWebhook', `webhooks/${input.id}`),
  ])
  if (!row) throw problem('webhook-not-found')
  await ctx.jobs.callWebhook(row.id)
  return presented(ctx, row)
}

const testText = 'This is a test: nothing has happened.'

/**
 * Sends a test to a webhook, also to a disabled one. It changes neither its position in the log nor its failures.
 *
 * @throws `session-required`, `account-refused`, `webhook-not-found`
 */
export async function testWebhook(
  ctx: Context,
  account: Pick<Owner, 'type' | 'id' | 'department'>,
  id: string,
): Promise<Record<string, unknown>> {
  accountAdmin(ctx, account)
  const [row] = await ctx.db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), ofAccount(account)))
  if (!row) throw problem('webhook-not-found')
  const href = `${ctx.config.PUBLIC_URL || row.baseUrl}/settings/webhooks`
  const body = { text: testText, href, event: 'test' }
  const delivery = await deliver(ctx, row, { id: `test-${ctx.newId()}`, key: 'test', body })
  await ctx.db
    .update(webhooks)
    .set({ deliveries: withDelivery(delivery) })
    .where(eq(webhooks.id, id))
  return presentedDelivery(ctx, delivery)
}

function ofAccount({ type, id, department }: Pick<Owner, 'type' | 'id' | 'department'>) {
  return and(eq(webhooks.ownerType, type), eq(webhooks.ownerId, id), eq(webhooks.department, department ?? ''))
}

function presented(ctx: Context, row: Webhook): Record<string, unknown> {
  const { id, title, url, secret, cursor, failures, lastError, disabledAt, nextAt } = row
  return {
    id,
    title,
    // The settings write it from string[].
    events: JSON.parse(row.events) as string[],
    target: { type: 'http', params: { url } },
    secret,
    cursor,
    failures,
    ...(lastError ? { lastError } : {}),
    ...(disabledAt ? { disabledAt } : {}),
    deliveries: deliveriesOf(row).map((delivery) => presentedDelivery(ctx, delivery)),
    ...(failures > 0 && !disabledAt ? { nextAttemptAt: new Date(nextAt).toISOString() } : {}),
  }
}

const presentedDelivery = ({ language }: Context, { date, event, ...answer }: Delivery) => ({
  date,
  event,
  ...('status' in answer ? { status: answer.status } : { error: answer.reason[language] }),
})
