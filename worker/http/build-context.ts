import { createMiddleware } from 'hono/factory'
import { readConfig } from '../config'
import { createContext } from '../context'
import { authenticate } from './authenticate'
import type { HttpEnv } from './env'
import { languageOf } from './problem'

/** Builds the context of a request, and tells how it went: one structured log line, Server-Timing, a request id. */
export const buildContext = createMiddleware<HttpEnv>(async function buildContext(c, next) {
  const started = performance.now()
  const requestId = crypto.randomUUID()
  const config = readConfig(c.env)
  const baseUrl = config.PUBLIC_URL || new URL(c.req.url).origin
  const identity = await authenticate(c.req.raw, c.env, { config, baseUrl })
  const ctx = createContext(c.env, { identity, requestId, baseUrl, language: languageOf(c.req.raw.headers) })
  ctx.timings.set('auth', performance.now() - started)
  c.set('ctx', ctx)
  await next()
  const ms = performance.now() - started
  ctx.timings.set('total', ms)
  c.res.headers.set('x-request-id', requestId)
  const timings = [...ctx.timings].map(([name, spent]) => `${name};dur=${spent.toFixed(1)}`)
  c.res.headers.set('server-timing', [...timings, `rows;desc="${ctx.rowsRead}"`].join(', '))
  const actor = 'actor' in identity ? identity.actor.type : 'refused'
  // The query may hold a key: only the path is logged.
  const path = c.req.path.slice(0, 200)
  ctx.log('info', 'request', { method: c.req.method, path, status: c.res.status, ms: Math.round(ms), actor })
})
