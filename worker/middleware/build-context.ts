import { createMiddleware } from 'hono/factory'
import { siteAt } from '../accounts'
import { readConfig } from '../config'
import type { Context } from '../context'
import { createContext } from '../create-context'
import { type MetadataDatabase, openMetadata } from '../db/client'
import { openLinesDatabases } from '../db/lines-databases'
import { counted, type RoundTrip } from '../db/metered-database'
import { storePlatformUsageLater } from '../db/platform-usage'
import { problem } from '../errors'
import type { HttpEnv } from '../http/env'
import { linkKeyInReferer } from '../http/link-key-in-referer'
import { addressOf, checkAddress } from '../http/request-url'
import { loggedType } from '../identity'
import { languageOf } from '../net/language'
import { isPublicDomain } from '../net/public-domain'
import { OtherAccountProblem } from '../resources'
import { excerptOf } from '../schema/cut-text'
import { countRead } from '../usage'
import { authenticate } from './authenticate'

/** Builds the context of a request, logs requests that write or fail, and adds Server-Timing. @throws `address-malformed` */
export const buildContext = createMiddleware<HttpEnv>(async function buildContext(c, next) {
  const started = performance.now()
  checkAddress(c.req.raw)
  const config = readConfig(c.env)
  let trips = 0
  const counting: RoundTrip = (work) => {
    trips++
    return work()
  }
  const querying: RoundTrip = (work) => counting(() => c.get('queryTurn')?.(work) ?? work())
  const database = counted(c.env.DB, counting)
  let metadata: MetadataDatabase | undefined
  const opened = {
    config,
    lines: openLinesDatabases(c.env).map((lines) => lines && counted(lines, querying)),
    now: () => new Date(),
    // Most requests for lines are served from the caches in memory.
    get db() {
      metadata ??= openMetadata(database)
      return metadata
    },
  }
  const address = addressOf(c.req.raw)
  const site = await siteOfRequest(opened, address)
  const baseUrl = site?.baseUrl ?? (config.PUBLIC_URL || address.origin)
  const identity = await authenticate(c.req.raw, database, opened, baseUrl)
  const ctx = createContext(c.env, {
    opened,
    identity,
    requestId: c.get('requestId'),
    baseUrl,
    site,
    language: languageOf(c.req.raw.headers),
    waitUntil: (promise) => c.executionCtx.waitUntil(promise),
  })
  ctx.timings.set('auth', performance.now() - started)
  c.set('ctx', ctx)
  const referer = c.req.raw.headers.get('referer') ?? c.req.raw.headers.get('referrer')
  c.set('linkKey', referer === null ? undefined : linkKeyInReferer(referer, [baseUrl, c.req.raw.url]))
  await next()
  describeOperation(c.res.headers, ctx.permitted, c.error)
  const ms = performance.now() - started
  ctx.timings.set('total', ms)
  const timings = [...ctx.timings].map(([name, spent]) => `${name};dur=${spent.toFixed(1)}`)
  c.res.headers.set('server-timing', [...timings, `rows;desc="${ctx.rowsRead}"`, `trips;desc="${trips}"`].join(', '))
  if (c.res.status < 400) countRead(ctx, c.res.headers)
  storePlatformUsageLater(ctx)
  // The platform logs every invocation. Reads and writes of one line are not logged again, which would take a tenth of
  // its time.
  if (c.res.status < 400 && (isRead(c.req.method) || writesOneLine.has(ctx.permitted?.operation.id))) return
  // The final identity: a protected link changes it.
  const actor = 'actor' in ctx.identity ? loggedType(ctx.identity.actor) : 'refused'
  // The query may have an API key: only the path is logged.
  const path = excerptOf(withoutKey(c.req.path))
  ctx.log('info', 'request', { method: c.req.method, path, status: c.res.status, ms: Math.round(ms), actor })
})

/** The path with the key of a link left out: `/link/{key}:{id}`. */
const withoutKey = (path: string): string =>
  path.replace(/^\/(app|embed\/dataset|link)\/[^/]*?(?=:|%3a)/i, (_, page: string) => `/${page}/…`)

/**
 * The publication site at the domain of a request; undefined at the domain of PUBLIC_URL, and at addresses that are not a domain,
 * such as those of monitors and proxies in a private network. @throws `publication-site-unknown`
 */
async function siteOfRequest(ctx: Parameters<typeof siteAt>[0], { host, hostname }: URL): Promise<Context['site']> {
  const publicUrl = ctx.config.PUBLIC_URL
  // Without PUBLIC_URL every domain is the main one.
  if (publicUrl === '' || host === new URL(publicUrl).host) return undefined
  const site = await siteAt(ctx, host)
  if (!site && isPublicDomain(hostname)) throw problem('publication-site-unknown', { domain: hostname })
  return site
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** Writes of one line are not logged: the dataset stores their author, if it is configured to. */
const writesOneLine: ReadonlySet<string | undefined> = new Set(['createLine', 'updateLine', 'patchLine', 'deleteLine'])

/**
 * Response headers for gateways: the operation, its resource and the owner. After a refusal: the other account of the actor
 * that has the permission.
 */
function describeOperation(headers: Headers, permitted: Context['permitted'], error: Error | undefined): void {
  const other = error instanceof OtherAccountProblem ? error.account : undefined
  const owner = other ?? permitted?.owner
  if (owner) {
    const { type, id, department } = owner
    headers.set('x-owner', JSON.stringify({ type, id, ...(department ? { department } : {}) }))
  }
  if (other || !permitted) return
  const { resource, operation } = permitted
  headers.set('x-resource', JSON.stringify({ ...resource, title: encodeURIComponent(resource.title) }))
  headers.set('x-operation', JSON.stringify(operation))
}
