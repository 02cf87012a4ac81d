import type { Context as HonoContext } from 'hono'
import { createMiddleware } from 'hono/factory'
import { actorOfLinkKey, checkAnonymousToken, takeAnonymousWrite } from '../accounts'
import { problem } from '../errors'
import { revalidated } from '../http/caching/cache-headers'
import type { HttpEnv } from '../http/env'
import { isOwnAddress } from '../http/link-key-in-referer'
import { isOpenToLinkKeys } from '../identity'
import { clientNetwork } from '../net/client-network'

/**
 * Lets the link key in the URL of the page that sends a request open one dataset of the application. A key that
 * does not open it is ignored, and so is any with an API key, which identifies the caller itself.
 */
export const authenticateLinkKey = createMiddleware<HttpEnv>(async function openByKey(c, next) {
  const linkKey = c.get('linkKey')
  const ctx = c.get('ctx')
  const name = c.req.param('id')
  const dataset = c.get('resourceId') ?? name
  if (!linkKey || !dataset || !('actor' in ctx.identity)) return next()
  const visitor = ctx.identity.actor
  if (visitor.type !== 'user' && visitor.type !== 'anonymous') return next()
  const { method, path } = c.req
  const beginning = `/api/v1/datasets/${name}/`
  if (!isOpenToLinkKeys(method, path.startsWith(beginning) ? path.slice(beginning.length) : '')) return next()
  const actor = await actorOfLinkKey(ctx, { ...linkKey, dataset }, visitor)
  if (!actor) return next()
  ctx.identity = { actor }
  if (method === 'GET' || method === 'HEAD') await next()
  else {
    const giveBack = await mayWrite(c)
    await next()
    if (c.res.status >= 400) await giveBack()
  }
  // The response at this URL is different for others, and for this visitor once the link is revoked.
  const { headers } = c.res
  if (/max-age/.test(headers.get('cache-control') ?? '')) {
    headers.set('cache-control', revalidated)
  }
  headers.append('vary', 'referer')
})

/**
 * The checks of a write through a link, also for visitors with a session.
 *
 * @throws `key-origin-refused`, `anonymous-token-missing`, `anonymous-token-invalid`, `anonymous-token-young`,
 *   `anonymous-writes-exceeded`
 */
async function mayWrite(c: HonoContext<HttpEnv>): Promise<() => Promise<void>> {
  const ctx = c.get('ctx')
  const origin = c.req.header('origin')
  if (origin !== undefined && !isOwnAddress(origin, [ctx.baseUrl, c.req.raw.url])) throw problem('key-origin-refused')
  const token = await checkAnonymousToken(ctx, c.req.header('x-anonymoustoken'))
  return takeAnonymousWrite(ctx, { address: clientNetwork(c.req.raw.headers), token })
}
