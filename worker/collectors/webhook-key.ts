import { eq } from 'drizzle-orm'
import { audit } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { limits } from '../limits'
import { loadCollector } from './load'

const { collectors } = tables

/** A new key: 16 characters, 96 bits. */
export const newWebhookKey = (): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array((limits.collectors.webhookKeyChars * 3) / 4))).toString('base64url')

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
