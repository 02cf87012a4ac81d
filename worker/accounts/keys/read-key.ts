/**
 * The key that gives read access to one dataset. No key is stored: it is derived from the secret of the instance, the
 * dataset and the current half-interval, so it renews itself.
 */

import { z } from '@hono/zod-openapi'
import { eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import type { Actor } from '../../identity'
import { DAY_MS } from '../../limits/units'
import { hmac } from '../hmac'
import { timingSafeEqual } from '../timing-safe-equal'

const days = { P1W: 7, P1M: 30, P1Y: 365 } as const

/** The request that turns the key on or off. */
export const readKeyPatchSchema = z.strictObject({
  active: z.boolean(),
  interval: z.enum(['P1W', 'P1M', 'P1Y']).optional(),
})

/** The stored settings of the key: the start of its intervals, and a salt that makes it differ from earlier keys. */
export const readKeySchema = z.object({ interval: z.enum(['P1W', 'P1M', 'P1Y']), since: z.number(), nonce: z.string() })
export type ReadKey = z.infer<typeof readKeySchema>

const prefix = 'fairway_read_'
const readKeyForm = new RegExp(`^${prefix}([a-z0-9_-]+)\\.[A-Za-z0-9_-]+$`)

/** The half-interval that contains an instant, and its bounds. */
export function keyPeriod(
  { interval, since }: ReadKey,
  now: number,
): { period: number; renewAt: string; expiresAt: string } {
  const half = (days[interval] * DAY_MS) / 2
  const period = Math.max(0, Math.floor((now - since) / half))
  const at = (end: number) => new Date(since + end * half).toISOString()
  return { period, renewAt: at(period + 1), expiresAt: at(period + 2) }
}

/** The valid keys: the current one and the previous one. @throws `configuration-invalid` without AUTH_SECRET */
export async function readKeysAt(
  ctx: Pick<Context, 'config' | 'now'>,
  dataset: string,
  key: ReadKey,
): Promise<{ current: string; previous?: string }> {
  const { period } = keyPeriod(key, ctx.now().getTime())
  const current = await derive(ctx, dataset, key, period)
  return period === 0 ? { current } : { current, previous: await derive(ctx, dataset, key, period - 1) }
}

/** The actor of a read key; undefined when the text is not a valid read key. */
export async function actorOfReadKey(
  ctx: Pick<Context, 'config' | 'now' | 'db'>,
  text: string,
): Promise<Actor | undefined> {
  const [, dataset] = readKeyForm.exec(text) ?? []
  if (!dataset) return undefined
  const { datasets } = tables
  const [row] = await ctx.db.select({ readKey: datasets.readKey }).from(datasets).where(eq(datasets.id, dataset))
  if (!row?.readKey) return undefined
  const { current, previous } = await readKeysAt(ctx, dataset, readKeySchema.parse(JSON.parse(row.readKey)))
  const isValid =
    (await timingSafeEqual(text, current)) || (previous !== undefined && (await timingSafeEqual(text, previous)))
  return isValid ? { type: 'readKey', dataset } : undefined
}

async function derive(ctx: Pick<Context, 'config'>, dataset: string, key: ReadKey, period: number): Promise<string> {
  const signed = await hmac(ctx.config, ['read-key', dataset, key.nonce, key.since, period].join('\n'))
  return `${prefix}${dataset}.${signed.toString('base64url')}`
}
