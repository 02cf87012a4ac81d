/** Pages of applications. */
import { Hono } from 'hono'
import { loadApplication, readConfigSchema, readConfigurationDraft, versionsFor } from '../../applications'
import type { HttpEnv } from '../../http/env'
import { configurationPolicy, type Framing, framingPolicy } from '../content-security-policy'
import { forward } from '../forward'
import { pageParams } from '../page-query'
import { DiscardedNotice, transferred } from '../publish/published-notice'
import { type PageContext, sendPage, viewOf } from '../send'
import { ConfigurationPage } from './configuration'
import { listOrigins } from './configuration-settings'
import { creationPages } from './creation-routes'
import { applicationEditPages } from './edit-routes'
import { ApplicationsPage } from './list'
import { ApplicationPage } from './page'
import { leadingColour } from './preview'

export function applicationPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/applications', (c) => {
    const view = viewOf(c)
    const params = pageParams(view.here.searchParams)
    const notice = params.has(transferred) && <DiscardedNotice view={view} message="transferDone" />
    params.delete(transferred)
    return sendPage(c, view, ApplicationsPage({ view, params, notice }))
  })

  routes.get('/application/:id', async (c) => {
    const view = viewOf(c)
    const application = await loadApplication(view.ctx, c.req.param('id'), 'readDescription')
    const page = <ApplicationPage view={view} application={application} />
    return sendPage(c, view, page, { policy: framingPolicy(view.nonce) })
  })

  routes.get('/application/:id/:picture{capture|print}', async (c) => {
    const { id, picture } = c.req.param()
    const query = new URLSearchParams([...pageParams(new URL(c.req.url).searchParams), ['lang', c.get('ctx').language]])
    const response = await forward(c, app, `/api/v1/applications/${encodeURIComponent(id)}/${picture}?${query}`)
    if (!response.ok) return response
    const file = new Response(response.body, response)
    const disposition = response.headers.get('content-disposition') ?? 'inline'
    file.headers.set('content-disposition', disposition.replace(/^inline/, 'attachment'))
    // The next picture is that of the data of then.
    file.headers.set('cache-control', 'no-store')
    return file
  })

  routes.get('/application/:id/config', (c) => showConfiguration(c, 'nobody'))
  // Alone, for pages of this origin that frame it.
  routes.get('/embed/application/:id/config', (c) => showConfiguration(c, 'us'))

  routes.route('/', creationPages(app))
  routes.route('/', applicationEditPages(app))
  return routes
}

async function showConfiguration(c: PageContext, framed: Framing): Promise<Response> {
  const view = viewOf(c)
  const application = await loadApplication(view.ctx, c.req.param('id') ?? '', 'writeConfig')
  const [schema = { type: 'object' }, configuration, versions, primary] = await Promise.all([
    readConfigSchema(view.ctx, application.urlDraft ?? application.url),
    readConfigurationDraft(view.ctx, application.id),
    versionsFor(view.ctx, application),
    leadingColour(view),
  ])
  const page = (
    <ConfigurationPage
      {...{ view, application, schema, configuration, versions, primary }}
      isFramed={framed === 'us'}
    />
  )
  return sendPage(c, view, page, { policy: configurationPolicy(view.nonce, listOrigins(schema), framed) })
}
