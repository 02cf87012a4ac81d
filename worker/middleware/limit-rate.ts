/**
 * Rate limits of one caller: requests, query time, and bytes. They are counted in the memory of an isolate, which is enough to
 * keep one caller from taking all of it.
 */
import { createMiddleware } from 'hono/factory'
import { Buckets, rateOf } from '../collections/token-bucket'
import { problem } from '../errors'
import { addressOf } from '../http/address'
import { bandwidthOf, checkWaiting, isProxied, throttled } from '../http/bandwidth-throttle'
import { callerOf } from '../http/caller'
import type { HttpEnv } from '../http/env'
import { adviceOn } from '../http/query-advice'
import { limits } from '../limits'

const requests = new Buckets(limits.rates.maxCallers)
const proxyRequests = new Buckets(limits.rates.maxCallers)
const queryTime = new Buckets(limits.rates.maxCallers)

/** Requests that search: the others cost no query time. */
const searches =
  /\/(lines|geo_agg|values_agg|values|values-labels|metric_agg|simple_metrics_agg|words_agg|records|exports)(\/|$)/

export const limitRate = createMiddleware<HttpEnv>(async function limitRate(c, next) {
  const ctx = c.get('ctx')
  const caller = callerOf(c)
  if (!caller) return next()
  const { id, isUser, rate } = caller
  const { windowMs, userQueryMs, anonymousQueryMs } = limits.rates
  const { proxyRate } = limits.remoteServices
  const now = ctx.now().getTime()
  const seconds = isProxied(c.req.path)
    ? proxyRequests.take(id, rateOf(proxyRate.count, proxyRate.windowMs), 1, now)
    : requests.take(id, rateOf(rate, windowMs), 1, now)
  if (seconds > 0) throw problem('rate-exceeded', { seconds: Math.ceil(seconds) })
  const bandwidth = bandwidthOf(c.req.path, isUser)
  checkWaiting(id, bandwidth, now)
  const isSearch = searches.test(c.req.path)
  const budget = rateOf(isUser ? userQueryMs : anonymousQueryMs, windowMs)
  const debt = isSearch ? queryTime.take(id, budget, 0, now) : 0
  if (debt > 0) {
    const advice = c.req.method === 'GET' ? adviceOn(addressOf(c.req.raw), ctx.language) : ''
    throw problem('query-time-exceeded', { seconds: Math.ceil(debt), advice })
  }
  await next()
  if (isSearch) queryTime.charge(id, budget, ctx.timings.get('read') ?? 0, ctx.now().getTime())
  // The body of a HEAD is never read: as a stream that waits, it would count for ever.
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
  else c.res = throttled(c.res, id, bandwidth, () => ctx.now().getTime())
})
