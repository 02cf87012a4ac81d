import { Hono } from 'hono'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { newAnonymousToken } from './token'

/**
 * The route where applications get tokens for anonymous visitors. Like the sign-in routes, it is not part of the API
 * description.
 */
export const anonymousRoutes = new Hono<HttpEnv>()

anonymousRoutes.get('/api/auth/anonymous-action', async (c) => {
  const ctx = c.get('ctx')
  // An external directory may sign the tokens itself, without AUTH_SECRET.
  if (!ctx.config.AUTH_SECRET) throw problem('route-not-found', { path: c.req.path })
  return c.text(await newAnonymousToken(ctx), 200, { 'cache-control': 'private, no-store' })
})
