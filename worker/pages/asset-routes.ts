import { Hono } from 'hono'
import type { HttpEnv } from '../http/env'
import { basemapOrigins } from './content-security-policy'
import { compressed, type PageContext } from './send'

/** The files that are delivered with the Worker: styles and scripts of pages, and the bundled applications. */
export const assetRoutes = new Hono<HttpEnv>()

assetRoutes.get('/assets/*', (c) => sendAsset(c, c.req.path.slice('/assets'.length)))
// Clients know the address of this picture: that of applications without a capture.
assetRoutes.get('/no-preview.png', (c) => sendAsset(c, '/no-preview.png'))

assetRoutes.get('/build/applications/*', async (c) => {
  const response = await sendAsset(c, c.req.path)
  // The worker of the map imports what it shares with the page, and fetches tiles.
  const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
  response.headers.set('content-security-policy', policy)
  // Forms of configuration read the schema, and pages of other services load the scripts.
  response.headers.set('access-control-allow-origin', '*')
  return response
})

async function sendAsset(c: PageContext, name: string): Promise<Response> {
  const asset = await c.env.ASSETS.fetch(new Request(new URL(name, 'https://assets.local')))
  const headers = new Headers(asset.headers)
  headers.set('cache-control', 'public, max-age=300, stale-while-revalidate=86400')
  // A web worker has the policy of its own file: that of the map fetches data.
  const origins = name === '/build/map-worker.js' ? basemapOrigins(c.get('ctx').config) : []
  const connections = ["connect-src 'self'", ...origins].join(' ')
  headers.set('content-security-policy', `default-src 'none'; ${connections}; frame-ancestors 'none'`)
  const isText = /text|javascript|json|svg/.test(headers.get('content-type') ?? '')
  const response = new Response(asset.body, { status: asset.status, headers })
  return isText ? compressed(c, response) : response
}
