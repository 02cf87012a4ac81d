/**
 * How much one caller may ask for (contract editable-accounts D.2): requests, time spent in queries, and bytes. Counted in
 * the memory of an isolate, which is enough to keep one caller from taking all of it.
 */
import { createMiddleware } from 'hono/factory'
import type { Actor } from '../accounts'
import { problem } from '../errors'
import { limits } from '../limits'
import { Buckets, rateOf } from '../limits/bucket'
import { addressOf } from './address'
import type { HttpEnv } from './env'
import { bandwidthOf, checkWaiting, paced } from './pace'
import { adviceOn } from './query-advice'

const requests = new Buckets(limits.rates.maxCallers)
const queryTime = new Buckets(limits.rates.maxCallers)

/** Requests that search: the others cost no query time. */
const searches =
  /\/(lines|geo_agg|values_agg|values|values-labels|metric_agg|simple_metrics_agg|words_agg|records|exports)(\/|$)/

export const limitRate = createMiddleware<HttpEnv>(async function limitRate(c, next) {
  const ctx = c.get('ctx')
  // Through a link everybody is anonymous (contract editable-accounts D.2), whatever it turns out to open.
  const actor = 'actor' in ctx.identity && !c.get('pageKey') ? ctx.identity.actor : undefined
  const caller = callerOf(actor, c.req.header('cf-connecting-ip'))
  const isUser = actor?.type === 'user' || actor?.type === 'apiKey'
  const perMinute = isUser ? ctx.config.RATE_USER : ctx.config.RATE_ANONYMOUS
  if (!caller || perMinute === 0) return next()
  const { windowMs, userQueryMs, anonymousQueryMs } = limits.rates
  const now = ctx.now().getTime()
  const seconds = requests.take(caller, rateOf(perMinute, windowMs), 1, now)
  if (seconds > 0) throw problem('rate-exceeded', { seconds: Math.ceil(seconds) })
  const bandwidth = bandwidthOf(c.req.path, isUser)
  checkWaiting(caller, bandwidth, now)
  const isSearch = searches.test(c.req.path)
  const budget = rateOf(isUser ? userQueryMs : anonymousQueryMs, windowMs)
  const debt = isSearch ? queryTime.take(caller, budget, 0, now) : 0
  if (debt > 0) {
    const advice = c.req.method === 'GET' ? adviceOn(addressOf(c.req.raw), ctx.language) : ''
    throw problem('query-time-exceeded', { seconds: Math.ceil(debt), advice })
  }
  await next()
  if (isSearch) queryTime.charge(caller, budget, ctx.timings.get('read') ?? 0, ctx.now().getTime())
  c.res = paced(c.res, caller, bandwidth, () => ctx.now().getTime())
})

/** A user or a key by its id, anybody else by the address that Cloudflare tells; undefined where nobody tells it. */
function callerOf(actor: Actor | undefined, address: string | undefined): string | undefined {
  if (actor?.type === 'user') return `user:${actor.id}`
  if (actor?.type === 'apiKey') {
    return actor.account.type === 'user' && actor.scopes.length > 0 ? `user:${actor.account.id}` : `key:${actor.id}`
  }
  return address && `address:${address}`
}
