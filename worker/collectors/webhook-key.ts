import { eq } from 'drizzle-orm'
import { audit, newWebhookKey } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { loadCollector } from './load'

const { collectors } = tables

/** The key that starts the runs of a collector without a session. @throws `collector-not-found`, `collector-refused` */
export async function readWebhookKey(ctx: Context, id: string): Promise<string> {
  return (await loadCollector(ctx, id, 'admin')).webhookKey
}

/** Replaces the key: the address with the old one has no effect any more. */
export async function rotateWebhookKey(ctx: Context, id: string): Promise<string> {
  await loadCollector(ctx, id, 'admin')
  const webhookKey = newWebhookKey()
  await ctx.db.batch([
    ctx.db.update(collectors).set({ webhookKey }).where(eq(collectors.id, id)),
    audit(ctx, 'rotateWebhookKey', `collectors/${id}`),
  ])
  return webhookKey
}
