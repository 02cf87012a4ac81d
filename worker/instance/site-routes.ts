import { Hono } from 'hono'
import { sessionUser } from '../accounts'
import type { HttpEnv } from '../http/env'
import { jsonResponse, textResponse } from '../http/respond'
import { readInstance } from './read-instance'
import { logoAddress } from './routes'
import { type InstanceSite, siteOf, siteStyles } from './site'

/**
 * What applications of data-fair read of the directory when they start. Like the route of anonymous tokens, these are not part of
 * the API description.
 */
export const siteRoutes = new Hono<HttpEnv>()

siteRoutes.get('/api/sites/_public', async (c) => jsonResponse(c.req.raw, await readSite(c.get('ctx'))))

siteRoutes.get('/api/sites/_public.js', async (c) => {
  // In a script of its own no text of the settings ends it.
  const script = `window.__PUBLIC_SITE_INFO = ${JSON.stringify(await readSite(c.get('ctx')))}\n`
  return textResponse(c.req.raw, script, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
})

siteRoutes.get('/api/sites/_theme.css', async (c) => {
  const styles = siteStyles(await readSite(c.get('ctx')))
  return textResponse(c.req.raw, styles, { headers: { 'content-type': 'text/css; charset=utf-8' } })
})

// Sessions last as long as they are used: applications only learn whether there is one.
siteRoutes.post('/api/auth/keepalive', (c) => {
  sessionUser(c.get('ctx'))
  return c.body(null, 204)
})

async function readSite(ctx: HttpEnv['Variables']['ctx']): Promise<InstanceSite> {
  const instance = await readInstance(ctx)
  return siteOf({ color: instance.color, logo: logoAddress(ctx, instance) })
}
