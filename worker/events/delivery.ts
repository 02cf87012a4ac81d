/** Deliveries to webhooks: sending one, and storing its result. */
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { causeOf, Problem, type Reason, untranslated } from '../errors'
import { limits } from '../limits'
import { fetchOutside } from '../net/fetch'
import { cutText } from '../schema/cut-text'
import { signed } from './sign'

const { webhooks } = tables
export type Webhook = typeof webhooks.$inferSelect

/** A delivery: its time, the key of its event or `test`, and the status of the answer or why there is none. */
export type Delivery = { date: string; event: string } & ({ status: number } | { reason: Reason })

type Sent = {
  /** The value of `webhook-id`. */
  id: string
  /** The key of the event. */
  key: string
  body: { text: string; href: string; event: string }
}

/** Sends one signed request to a webhook, whatever it answers. */
export async function deliver(ctx: Context, webhook: Webhook, { id, key, body }: Sent): Promise<Delivery> {
  const text = JSON.stringify(body)
  const headers = await signed(webhook.secret, { id, at: ctx.now(), body: text })
  const delivery = { date: ctx.now().toISOString(), event: key }
  try {
    const response = await fetchOutside(webhook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Fairway', ...headers },
      body: text,
      allowed: ctx.config.OUTGOING_ALLOW,
    })
    await response.body?.cancel()
    return { ...delivery, status: response.status }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { maxErrorChars } = limits.webhooks
    const { en, fr } = causeOf(error)
    return { ...delivery, reason: { en: cutText(en, maxErrorChars), fr: cutText(fr, maxErrorChars) } }
  }
}

/** Why a delivery was not accepted; undefined for one that was. */
export function failureOf(delivery: Delivery): Reason | undefined {
  if ('reason' in delivery) return delivery.reason
  return delivery.status >= 200 && delivery.status < 300 ? undefined : untranslated(`HTTP ${delivery.status}`)
}

/** The stored deliveries with one more: a test may be sent while events are delivered. */
export const withDelivery = (delivery: Delivery): SQL<string> => sql<string>`(
  select json_group_array(json(value)) from (
    select ${JSON.stringify(delivery)} as value
    union all select value from (
      select value from json_each(${webhooks.deliveries}) order by key limit ${limits.webhooks.keptDeliveries - 1}
    )
  )
)`

// Only `withDelivery` writes them.
export const deliveriesOf = ({ deliveries }: Pick<Webhook, 'deliveries'>) => JSON.parse(deliveries) as Delivery[]
