/**
 * Pages as visitors without an account get them. The request is sent again without credentials, so that nothing of the reader's rights is in
 * the answer. The pages of the service are shown without scripts and without forms that write; applications run in a sandbox, an
 * origin of their own, to which a browser gives no cookies.
 */
import { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import { limits } from '../../limits'
import { type PageContext, viewOf } from '../send'
import { visitorBar } from './bar'
import { asVisitor, inSandbox } from './rewrite'

/** Headers with which a request says who sends it, or from which page with a key. */
const credentials = [
  'cookie',
  'authorization',
  'x-apikey',
  'x-api-key',
  'x-account',
  'x-anonymoustoken',
  'referer',
  'origin',
]
/** Headers that the answer depends on in other ways: parts, and copies that are still valid. */
const partial = ['range', 'if-none-match', 'if-modified-since', 'if-range']
/** Parameters with the same meaning. */
const keys = ['apiKey', 'key', 'account', 'draft']

export function visitorRoutes(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/visitor/:kind{dataset|application}/:id/:tab{[a-z-]+}?', async (c) => {
    const view = viewOf(c)
    const { kind, id, tab } = c.req.param()
    const path = `/${kind}/${encodeURIComponent(id)}${tab ? `/${tab}` : ''}`
    const page = await requested(c, app, path)
    const bar = visitorBar(view, { status: page.status, back: `/${kind}/${encodeURIComponent(id)}` })
    const shown = asVisitor(page, { baseUrl: view.baseUrl, bar })
    // The policy of the page, and this one: both hold.
    const policy = "script-src 'none'; connect-src 'none'; frame-src 'self'; frame-ancestors 'none'; form-action 'self'"
    return uncached(shown, [page.headers.get('content-security-policy'), policy])
  })

  routes.get('/visitor/app/:id', async (c) => {
    const page = await requested(c, app, `/app/${encodeURIComponent(c.req.param('id'))}`)
    // Its errors have the policy of pages that nobody frames.
    const own = page.headers.get('content-security-policy')?.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
    return uncached(inSandbox(page), [own, "sandbox allow-scripts; frame-ancestors 'self'"])
  })

  return routes
}

/** The answer that somebody without an account gets. */
async function requested(c: PageContext, app: () => Hono<HttpEnv>, path: string): Promise<Response> {
  const { baseUrl } = c.get('ctx')
  const headers = new Headers(c.req.raw.headers)
  for (const name of [...credentials, ...partial, 'accept-encoding']) headers.delete(name)
  headers.set('accept', 'text/html')
  const { search } = new URL(c.req.url)
  const params = new URLSearchParams(search)
  for (const name of keys) params.delete(name)
  let address = `${baseUrl}${path}${params.size > 0 ? `?${params}` : ''}`
  for (let redirects = 0; ; redirects++) {
    const answer = await app().fetch(new Request(address, { headers }), c.env, c.executionCtx)
    const to = answer.headers.get('location')
    if (to === null || redirects === limits.pages.visitorRedirects) return answer
    const next = new URL(to, address)
    if (!next.href.startsWith(`${baseUrl}/`)) return answer
    address = next.href
  }
}

function uncached(page: Response, policies: (string | null | undefined)[]): Response {
  const headers = new Headers(page.headers)
  for (const name of [
    'set-cookie',
    'etag',
    'last-modified',
    'content-length',
    'x-resource',
    'x-operation',
    'x-owner',
  ]) {
    headers.delete(name)
  }
  headers.set('cache-control', 'private, no-store')
  headers.set('x-robots-tag', 'noindex')
  headers.delete('content-security-policy')
  for (const policy of policies) if (policy) headers.append('content-security-policy', policy)
  return new Response(page.body, { status: page.status, headers })
}
