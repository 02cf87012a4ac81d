import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem, type Reason } from '../../errors'
import type { Account } from './account-names'
import type { StoredSettings } from './schema'

const secretBytes = 32

/** A webhook in a request: one with an `id` is changed, whatever its title and address become. */
type SentWebhook = NonNullable<StoredSettings['webhooks']>[number] & { id?: string | undefined }

/** The title and the URL of a webhook, which name it in requests without an `id`. */
const nameOf = (title: string, url: string) => `${title} ${url}`

/**
 * The statements that synchronize the webhooks of an account with its settings. A webhook with the same id, or the same title and
 * address, keeps its secret and its position in the log; a new one receives the events from now on. One that is sent with its id
 * is enabled again: whoever changes it has read why it failed.
 *
 * @throws `webhook-not-found` for an id, `body-invalid` for two with the same title and address
 */
export async function changeWebhooks(
  ctx: Context,
  { type, id, department = '' }: Account,
  sent: readonly SentWebhook[],
) {
  const { webhooks, journal } = tables
  const rows = await ctx.db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.ownerType, type), eq(webhooks.ownerId, id), eq(webhooks.department, department)))
  const known = new Set(rows.map((row) => row.id))
  const sentIds = new Set(sent.flatMap((one) => one.id ?? []))
  if ([...sentIds].some((one) => !known.has(one))) throw problem('webhook-not-found')
  const names = new Set(sent.map(({ title, target }) => nameOf(title, target.params.url)))
  if (names.size < sent.length) throw problem('body-invalid', { reason: sameName })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byName = new Map(rows.filter((row) => !sentIds.has(row.id)).map((row) => [nameOf(row.title, row.url), row]))
  const pairs = sent.map((one) => ({
    ...one,
    before: one.id === undefined ? byName.get(nameOf(one.title, one.target.params.url)) : byId.get(one.id),
  }))
  const kept = new Set(pairs.map(({ before }) => before?.id))
  const removed = rows.filter((row) => !kept.has(row.id)).map((row) => row.id)
  return [
    ...(removed.length > 0 ? [ctx.db.delete(webhooks).where(inArray(webhooks.id, removed))] : []),
    ...pairs.map(({ id: sentId, title, events, target, before }) => {
      const changed = { title, url: target.params.url, events: JSON.stringify(events) }
      if (before) {
        const enabled = { failures: 0, nextAt: 0, lastError: null, disabledAt: null }
        return ctx.db
          .update(webhooks)
          .set({ ...changed, ...(sentId === undefined ? {} : enabled) })
          .where(eq(webhooks.id, before.id))
      }
      return ctx.db.insert(webhooks).values({
        ...changed,
        id: ctx.newId(),
        ownerType: type,
        ownerId: id,
        department,
        baseUrl: ctx.baseUrl,
        secret: `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(secretBytes))).toString('base64')}`,
        cursor: sql`(select coalesce(max(${journal.id}), 0) from ${journal})`,
        failures: 0,
        nextAt: 0,
        deliveries: '[]',
        leaseUntil: 0,
      })
    }),
  ]
}

const sameName: Reason = {
  en: 'data/webhooks two webhooks have the same title and URL',
  fr: 'data/webhooks deux webhooks ont le même titre et la même URL',
}
