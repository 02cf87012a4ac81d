import { and, asc, eq } from 'drizzle-orm'
import { accountAdmin, audit } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { problem } from '../errors'
import type { Owner } from '../identity'

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
  return rows.map(presented)
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
  return presented(row)
}

function ofAccount({ type, id, department }: Pick<Owner, 'type' | 'id' | 'department'>) {
  return and(eq(webhooks.ownerType, type), eq(webhooks.ownerId, id), eq(webhooks.department, department ?? ''))
}

function presented(row: typeof webhooks.$inferSelect): Record<string, unknown> {
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
    ...(failures > 0 && !disabledAt ? { nextAttemptAt: new Date(nextAt).toISOString() } : {}),
  }
}
