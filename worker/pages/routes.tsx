import { Hono } from 'hono'
import { hasLines, loadDatasetForReading, noLinesProblem, readStatistics } from '../datasets'
import { describe, Problem } from '../errors'
import type { HttpEnv } from '../http/env'
import { problemResponse } from '../http/problem'
import { pageParams } from './address'
import { CataloguePage } from './catalogue/page'
import { ChartsTab } from './charts/tab'
import { dataRoutes } from './data/routes'
import { ApiTab } from './dataset/api-tab'
import { DescriptionTab } from './dataset/description'
import { JournalTab } from './dataset/journal'
import { SchemaTab } from './dataset/schema-tab'
import { editRoutes } from './edit/routes'
import { embedRoutes } from './embed/routes'
import { FilesTab } from './files/tab'
import { Layout } from './layout'
import { linePages } from './lines/routes'
import { MapTab } from './map/tab'
import { publishRoutes } from './publish/routes'
import { referenceRoutes } from './reference/routes'
import { compressed, type PageContext, sendPage, viewOf } from './send'
import { organizationPages } from './session/organization-routes'
import { sessionPages } from './session/routes'
import { listPages } from './settings/list-routes'
import { memberPages } from './settings/member-routes'
import { settingsPages } from './settings/routes'
import { TableTab } from './table/tab'

/** All HTML pages. `app` is a function because pages forward requests to the API, which mounts them. */
export function pageRoutes(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/', (c) => {
    const view = viewOf(c)
    return sendPage(c, view, CataloguePage({ view, params: pageParams(view.here.searchParams) }))
  })

  routes.get('/dataset/:id', async (c) => {
    const view = viewOf(c)
    const dataset = await loadDatasetForReading(view.ctx, c.req.param('id'), 'readDescription')
    return sendPage(c, view, <DescriptionTab view={view} dataset={dataset} />)
  })

  routes.get('/dataset/:id/:tab{(?:table|map|charts|files)}', async (c) => {
    const { view, dataset, statistics } = await openData(c)
    const tab = c.req.param('tab')
    const address = `${view.baseUrl}/dataset/${dataset.id}/${tab}`
    const input = { view, dataset, statistics, address, params: pageParams(view.here.searchParams) }
    const TabPage = tab === 'table' ? TableTab : tab === 'map' ? MapTab : tab === 'files' ? FilesTab : ChartsTab
    return sendPage(c, view, TabPage(input))
  })

  routes.get('/dataset/:id/schema', async (c) => {
    const view = viewOf(c)
    const dataset = await loadDatasetForReading(view.ctx, c.req.param('id'), 'readSchema')
    const statistics = await readStatistics(view.ctx, { dataset })
    return sendPage(c, view, <SchemaTab view={view} dataset={dataset} statistics={statistics} />)
  })

  routes.get('/dataset/:id/api', async (c) => {
    const view = viewOf(c)
    const dataset = await loadDatasetForReading(view.ctx, c.req.param('id'), 'readApiDoc')
    return sendPage(c, view, <ApiTab view={view} dataset={dataset} />)
  })

  routes.get('/dataset/:id/journal', async (c) => {
    const view = viewOf(c)
    const dataset = await loadDatasetForReading(view.ctx, c.req.param('id'), 'readJournal')
    return sendPage(c, view, <JournalTab view={view} dataset={dataset} />)
  })

  routes.get('/assets/*', async (c) => {
    const name = c.req.path.slice('/assets'.length)
    const asset = await c.env.ASSETS.fetch(new Request(new URL(name, 'https://assets.local')))
    const headers = new Headers(asset.headers)
    headers.set('cache-control', 'public, max-age=300, stale-while-revalidate=86400')
    // A web worker has the policy of its own file: that of the map fetches data.
    headers.set('content-security-policy', "default-src 'none'; connect-src 'self'; frame-ancestors 'none'")
    const isText = /text|javascript|json|svg/.test(headers.get('content-type') ?? '')
    const response = new Response(asset.body, { status: asset.status, headers })
    return isText ? compressed(c, response) : response
  })

  routes.route('/', sessionPages(app))

  // Errors of pages are HTML, not JSON.
  routes.onError((error, c) => sendProblem(c, error))
  routes.route('/', dataRoutes(app))
  routes.route('/', referenceRoutes)
  routes.route('/', publishRoutes(app))
  routes.route('/', editRoutes(app))
  routes.route('/', linePages(app))
  routes.route('/', settingsPages(app))
  routes.route('/', memberPages(app))
  routes.route('/', listPages(app))
  routes.route('/', organizationPages(app))
  routes.route('/', embedRoutes)
  return routes
}

/** The dataset of a data tab. @throws when the reader may not read its lines */
async function openData(c: PageContext) {
  const view = viewOf(c)
  const dataset = await loadDatasetForReading(view.ctx, c.req.param('id') ?? '', 'readLines')
  if (!hasLines(dataset, dataset.published)) throw noLinesProblem(dataset)
  return { view, dataset, statistics: await readStatistics(view.ctx, { dataset }) }
}

/** The error page. */
function sendProblem(c: PageContext, error: unknown): Promise<Response> {
  const view = viewOf(c)
  const { say, baseUrl, here, language } = view
  const { status } = problemResponse(error, c)
  const expected = error instanceof Problem ? error : undefined
  const anonymous = 'actor' in view.ctx.identity && view.ctx.identity.actor.type === 'anonymous'
  const back = new URLSearchParams({ back: here.pathname + here.search })
  return sendPage(
    c,
    view,
    <Layout view={view} title={say('problem')}>
      <div class="empty problem">
        <p class="status">{status}</p>
        <h1>{say('problem')}</h1>
        <p>
          {expected?.code === 'permission-missing'
            ? say(anonymous ? 'forbiddenAnonymous' : 'forbidden')
            : describe({ code: expected?.code ?? 'internal-error', params: expected?.params ?? {} }, language)}
        </p>
        {status >= 500 && (
          <p class="quiet">
            {say('requestId')} <code>{view.ctx.requestId}</code>
          </p>
        )}
        <p class="button-row">
          {status === 403 && anonymous && (
            <a class="button primary" href={`${baseUrl}/sign-in?${back}`}>
              {say('signIn')}
            </a>
          )}
          <a class="button" href={`${baseUrl}/`}>
            {say('home')}
          </a>
        </p>
      </div>
    </Layout>,
    { status },
  )
}
