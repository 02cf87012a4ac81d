/**
 * The pages of applications, `/app/{id}` and `/app/{key}%3A{id}`: the page of the base application with the configuration. They
 * have no Content-Security-Policy: what they load and do is the choice of those who register base applications.
 */

import { Hono, type Context as HonoContext } from 'hono'
import { applicationKind, readApplication } from '../applications'
import { describe, Problem, problem } from '../errors'
import { readBytes } from '../http/body'
import type { HttpEnv } from '../http/env'
import { problemResponse } from '../http/problem-response'
import { addressOf, parametersOf, searchWithout } from '../http/request-url'
import { idNamed } from '../resources'
import { excerptOf } from '../schema/cut-text'
import { exposedAddress } from './application-context'
import { attributeText } from './escape'
import { forwardToBase } from './forward-to-base'
import { loginPage } from './login'
import { manifestOf } from './manifest'
import { openApplication } from './open-application'
import { serviceWorker } from './page-additions'
import { type RequestedApplication, requestedApplication } from './requested-application'
import { serviceDocument, serviceDocumentPolicy } from './service-document'

export const applicationProxyRoutes = new Hono<HttpEnv>()

type ProxyContext = HonoContext<HttpEnv>

const htmlType = 'text/html; charset=utf-8'
const revalidated = 'private, max-age=0, must-revalidate'

/** On the domain of a publication site, applications also have their slugs as names. @throws `application-not-found` */
async function requestedIn(c: ProxyContext): Promise<RequestedApplication> {
  const requested = requestedApplication(c.req.param('id') ?? '', parametersOf(c.req.raw).get('key'))
  const id = await idNamed(c.get('ctx'), applicationKind, { name: requested.id, siteName: null })
  return id === undefined ? requested : { ...requested, id }
}

for (const path of ['/app/:id', '/app/:id/', '/app/:id/index.html']) {
  applicationProxyRoutes.get(path, async (c) => {
    const parameters = parametersOf(c.req.raw)
    const requested = await requestedIn(c)
    const page = await openApplication(c.get('ctx'), {
      requested,
      parameters: { draft: parameters.get('draft'), 'd-frame': parameters.get('d-frame') },
    })
    if (!page) return toLogin(c, requested)
    c.set('withoutPolicy', true)
    const headers = { 'content-type': htmlType, 'cache-control': revalidated, pragma: 'no-cache' }
    return new Response(page, { headers })
  })
}

applicationProxyRoutes.get('/app/:id/manifest.json', async (c) => {
  const manifest = await manifestOf(c.get('ctx'), await requestedIn(c))
  const headers = { 'content-type': 'application/manifest+json', 'cache-control': revalidated }
  return c.body(JSON.stringify(manifest), 200, headers)
})

applicationProxyRoutes.get('/app/:id/login', async (c) => {
  const { baseUrl, config, language, db } = c.get('ctx')
  const { id, name } = await requestedIn(c)
  const { owner } = await readApplication({ db }, id)
  const directory = config.DIRECTORY_URL ?? new URL('/simple-directory', baseUrl).href
  const page = loginPage({ owner, directory, baseUrl, requested: name, error: c.req.query('error'), language })
  return c.body(page, 200, { 'content-type': htmlType, 'content-security-policy': serviceDocumentPolicy(false) })
})

/** Other paths are files of the base application. */
applicationProxyRoutes.all('/app/:id/*', async (c) => {
  const { method, headers } = c.req.raw
  // A service worker would stay in the browsers of visitors when the base application is no longer registered.
  if (headers.get('service-worker') !== null) throw problem('route-not-found', { path: excerptOf(c.req.path) })
  const requested = await requestedIn(c)
  const segments = c.req.path.split('/').slice(3)
  const body = method === 'GET' || method === 'HEAD' ? undefined : await readBytes(c.req.raw)
  const search = searchWithout(addressOf(c.req.raw).search, ['key', 'apiKey'])
  const file = { requested, path: segments.join('/'), search, method, headers, body }
  const response = await forwardToBase(c.get('ctx'), file)
  if (!response) return toLogin(c, requested)
  if (response.headers.get('content-type')?.startsWith('text/html')) c.set('withoutPolicy', true)
  return response
})

applicationProxyRoutes.get('/app-sw.js', (c) =>
  c.body(serviceWorker, 200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }),
)

/** Pages frame applications: an error is shown there too. */
applicationProxyRoutes.onError((error, c) => {
  const response = problemResponse(error, c)
  if (!/text\/html/.test(c.req.header('accept') ?? '')) return response
  const { language, baseUrl } = c.get('ctx')
  const { code, params } = error instanceof Problem ? error : problem('internal-error')
  const detail = describe({ code, params }, language)
  const main = `<h1>${response.status}</h1>\n<p>${attributeText(detail)}</p>`
  const page = serviceDocument({ title: String(response.status), main, language, baseUrl })
  const headers = new Headers(response.headers)
  headers.set('content-type', htmlType)
  headers.set('content-security-policy', serviceDocumentPolicy(true))
  return new Response(page, { status: response.status, headers })
})

/** Without the query. */
function toLogin(c: ProxyContext, { name }: RequestedApplication): Response {
  return c.redirect(`${exposedAddress(c.get('ctx').baseUrl, name)}/login`, 302)
}
