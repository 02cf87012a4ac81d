import { Hono } from 'hono'
import { problem } from '../errors'
import type { HttpEnv } from '../http/env'
import { newAnonymousToken } from './anonymous-action'

/** What applications ask of the directory for those who are nobody (contract applications A.12). Like signing in, no part of the API. */
export const anonymousRoutes = new Hono<HttpEnv>()

anonymousRoutes.get('/api/auth/anonymous-action', async (c) => {
  const ctx = c.get('ctx')
  // Another directory may sign them, and knows how without us.
  if (!ctx.config.AUTH_SECRET) throw problem('route-not-found', { path: c.req.path })
  return c.text(await newAnonymousToken(ctx), 200, { 'cache-control': 'private, no-store' })
})
