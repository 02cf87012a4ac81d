/**
 * Rate limits of one caller: requests, query time, and bytes. They are counted in the memory of an isolate, which is enough to
 * keep one caller from taking all of it.
 */
import type { Context as HonoContext, Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Buckets, rateOf } from '../collections/token-bucket'
import { problem } from '../errors'
import { bandwidthOf, checkWaiting, isProxied, throttled } from '../http/bandwidth-throttle'
import { type Caller, callerOf } from '../http/caller'
import type { HttpEnv } from '../http/env'
import { adviceOn } from '../http/query-advice'
import { addressOf } from '../http/request-url'
import { limits } from '../limits'
import { inTurn } from './query-turns'

const requests = new Buckets(limits.rates.maxCallers)
const pageRequests = new Buckets(limits.rates.maxCallers)
const proxyRequests = new Buckets(limits.rates.maxCallers)
const queryTime = new Buckets(limits.rates.maxCallers)

/** Reads that send what they look up. */
const bulkSearches = /\/master-data\/bulk-searchs\//

export const limitRate = createMiddleware<HttpEnv>(async function limitRate(c, next) {
  const ctx = c.get('ctx')
  const caller = callerOf(c)
  if (!caller) return next()
  const { id, isUser } = caller
  const now = ctx.now().getTime()
  if (isProxied(c.req.path)) {
    const { count, windowMs } = limits.remoteServices.proxyRate
    checkTaken(proxyRequests.take(id, rateOf(count, windowMs), 1, now))
  } else checkTaken(requests.take(id, rateOf(caller.rate, limits.rates.windowMs), 1, now))
  const bandwidth = bandwidthOf(c.req.path, isUser)
  checkWaiting(id, bandwidth, now)
  await withinQueryTime(c, caller, next)
  // The body of a HEAD is never read: as a stream that waits, it would count for ever.
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
  else c.res = throttled(c.res, id, bandwidth, () => ctx.now().getTime())
})

/** Limits pages, whose requests are counted apart from those of the API: a page sends some of these itself. */
export const limitPageRate = createMiddleware<HttpEnv>(async function limitPageRate(c, next) {
  const caller = callerOf(c)
  // A page of a list shows the stored preview of each of its datasets.
  if (!caller || c.req.path.endsWith('/preview.svg')) return next()
  const now = c.get('ctx').now().getTime()
  checkTaken(pageRequests.take(caller.id, rateOf(caller.rate, limits.rates.windowMs), 1, now))
  await withinQueryTime(c, caller, next)
})

/** @throws `rate-exceeded` */
function checkTaken(seconds: number): void {
  if (seconds > 0) throw problem('rate-exceeded', { seconds: Math.ceil(seconds) })
}

/**
 * Charges a read with the time of its queries of lines, those of a streamed response too. They take turns with the others of the
 * caller. While the caller is in debt the first of them throws `query-time-exceeded`: reads that need none are free.
 */
async function withinQueryTime(c: HonoContext<HttpEnv>, { id, isUser }: Caller, next: Next): Promise<void> {
  const ctx = c.get('ctx')
  const now = () => ctx.now().getTime()
  const { windowMs, userQueryMs, anonymousQueryMs } = limits.rates
  const budget = rateOf(isUser ? userQueryMs : anonymousQueryMs, windowMs)
  const { method, path } = c.req
  const refuseDebt = () => {
    const debt = queryTime.take(id, budget, 0, now())
    if (debt === 0) return
    const advice = method === 'GET' ? adviceOn(addressOf(c.req.raw), ctx.language) : ''
    throw problem('query-time-exceeded', { seconds: Math.ceil(debt), advice })
  }
  let hasQueried = false
  if (method === 'GET' || method === 'HEAD' || bulkSearches.test(path)) {
    c.set('queryTurn', (query) =>
      inTurn(id, now, async () => {
        // A response that has begun is not cut.
        if (!hasQueried) refuseDebt()
        hasQueried = true
        const started = performance.now()
        try {
          return await query()
        } finally {
          queryTime.charge(id, budget, performance.now() - started, now())
        }
      }),
    )
  }
  await next()
}
