import { Hono } from 'hono'
import { hasLines, loadDatasetForReading, noLinesProblem, readStatistics } from '../datasets'
import { profileLines } from '../datasets/lines-api'
import type { HttpEnv } from '../http/env'
import { addressOf } from '../http/request-url'
import { administrationPages } from './administration/routes'
import { apiDocsPages } from './api-docs/routes'
import { applicationPages } from './applications/routes'
import { assetRoutes } from './asset-routes'
import { DatasetsPage } from './catalogue/datasets'
import { chartRoutes } from './charts/routes'
import { ChartsTab } from './charts/tab'
import { collectorPages } from './collectors/routes'
import { basemapOrigins, mapPolicy } from './content-security-policy'
import { dataFairRedirect } from './data-fair-addresses'
import { ApiTab } from './dataset/api-tab'
import { DescriptionTab } from './dataset/description-tab'
import { JournalTab } from './dataset/journal-tab'
import { dismissLeftOut } from './dataset/left-out-notice'
import { dismissRemoval, RemovedColumnsNotice, shownRemoval } from './dataset/removed-columns-notice'
import { SchemaTab } from './dataset/schema-tab'
import { slugAddress } from './dataset/slug-address'
import { documentRoutes } from './edit-dataset/attachment-routes'
import { editDatasetPages } from './edit-dataset/routes'
import { gridPages } from './edit-rows/grid-routes'
import { rowPages } from './edit-rows/row-routes'
import { embedRoutes } from './embed/routes'
import { embeddedSettings } from './embed/settings'
import { updateWorkflow } from './embed/workflow'
import { extensionPages } from './extensions/routes'
import { fileVersionPages } from './file-versions/routes'
import { FilesTab } from './files/tab'
import { mergedValues } from './filters/value-filter'
import { pageOfForm } from './form-addresses'
import { historyPages } from './history/routes'
import { MapTab } from './map/tab'
import { markdownRoutes } from './markdown/routes'
import { newDatasetPages } from './new-dataset/routes'
import { pageParams } from './page-query'
import { sendProblem } from './problem-page'
import { protectedLinkPages } from './protected-link/routes'
import {
  DiscardedNotice,
  discarded,
  endedAnnouncement,
  isAnnounced,
  PublishedNotice,
  transferred,
} from './publish/published-notice'
import { publishRoutes } from './publish/routes'
import { referenceDataPages } from './reference-data/routes'
import { operationPages } from './remote-services/operation-routes'
import { remoteServicePages } from './remote-services/routes'
import { type PageContext, sendPage, viewOf } from './send'
import { confirmEmailPages } from './session/confirm-email-routes'
import { JoinedNotice } from './session/organization'
import { organizationPages } from './session/organization-routes'
import { passwordResetPages } from './session/password-reset-routes'
import { sessionPages } from './session/routes'
import { memberPages } from './settings/member-routes'
import { profilePages } from './settings/profile-routes'
import { settingsPages } from './settings/routes'
import { trashPages } from './settings/trash'
import { sharePages } from './share/routes'
import { sendStatistics } from './statistics/file'
import { StatisticsTab } from './statistics/tab'
import { dataRoutes } from './table/data-routes'
import { resultOf } from './table/read-table'
import { TableTab } from './table/tab'
import { transferPages } from './transfer/routes'
import { visitorRoutes } from './visitor/routes'

/** All HTML pages. `app` is a function because pages forward requests to the API, which mounts them. */
export function pageRoutes(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/', (c) => {
    const view = viewOf(c)
    const params = pageParams(view.here.searchParams)
    const notice = params.has('joined') ? (
      <JoinedNotice view={view} />
    ) : (
      (params.has(discarded) && <DiscardedNotice view={view} message="datasetDiscarded" />) ||
      (params.has(transferred) && <DiscardedNotice view={view} message="transferDone" />)
    )
    for (const told of ['joined', discarded, transferred]) params.delete(told)
    return sendPage(c, view, DatasetsPage({ view, params, notice }))
  })

  routes.get('/dataset/:id', async (c) => {
    const view = viewOf(c)
    const dataset = await loadDatasetForReading(view.ctx, c.req.param('id'), 'readDescription')
    const announced = isAnnounced(c, dataset)
    const notice = announced ? (
      <PublishedNotice view={view} dataset={dataset} />
    ) : (
      view.here.searchParams.has(discarded) && <DiscardedNotice view={view} message="versionDiscarded" />
    )
    const removed = notice ? undefined : await shownRemoval(view, dataset)
    const page = (
      <DescriptionTab
        view={view}
        dataset={dataset}
        notice={removed ? <RemovedColumnsNotice view={view} dataset={dataset} removed={removed} /> : notice}
      />
    )
    const response = await sendPage(c, view, page)
    if (announced) response.headers.append('set-cookie', endedAnnouncement(view, dataset))
    return response
  })

  routes.post('/dataset/:id/removed-columns', dismissRemoval)
  routes.post('/dataset/:id/left-out', dismissLeftOut)

  routes.get('/dataset/:id/:tab{(?:table|map|charts|files)}', async (c) => {
    const { view, dataset, statistics } = await openData(c)
    const tab = c.req.param('tab')
    const address = `${view.baseUrl}/dataset/${dataset.id}/${tab}`
    const params = mergedValues(pageParams(view.here.searchParams))
    // The other tabs keep the position of the map, until their filters change.
    if (tab !== 'map') params.delete('view')
    const input = { view, dataset, statistics, address, params }
    const TabPage = tab === 'table' ? TableTab : tab === 'map' ? MapTab : tab === 'files' ? FilesTab : ChartsTab
    const origins = tab === 'map' ? basemapOrigins(view.ctx.config) : []
    return sendPage(c, view, TabPage(input), { policy: mapPolicy(view.nonce, origins), locates: tab === 'map' })
  })

  routes.get('/dataset/:id/:file{statistics(?:\\.json)?}', async (c) => {
    const { view, dataset, statistics } = await openData(c)
    const isAnalyzed = dataset.nature === 'file'
    if (c.req.param('file') === 'statistics.json') {
      const profiled = isAnalyzed ? undefined : await profileLines(view.ctx, dataset)
      return sendStatistics(view, dataset, profiled ?? { statistics })
    }
    const read = isAnalyzed ? { value: { statistics } } : await resultOf(profileLines(view.ctx, dataset))
    const params = pageParams(view.here.searchParams)
    const status = 'problem' in read ? read.problem.status : 200
    return sendPage(c, view, <StatisticsTab view={view} dataset={dataset} read={read} params={params} />, { status })
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

  routes.route('/', assetRoutes)
  routes.route('/', collectorPages(app))
  routes.route('/', sessionPages(app))

  // Errors of pages are HTML, not JSON.
  routes.onError(async (error, c) => {
    const address = await slugAddress(c, app, error)
    return address ? c.redirect(address, 302) : sendProblem(c, error)
  })
  routes.route('/', dataRoutes(app))
  routes.route('/', chartRoutes(app))
  routes.route('/', apiDocsPages)
  routes.route('/', publishRoutes(app))
  routes.route('/', fileVersionPages(app))
  routes.route('/', sharePages(app))
  routes.route('/', editDatasetPages(app))
  routes.route('/', documentRoutes(app))
  routes.route('/', extensionPages(app))
  routes.route('/', transferPages(app))
  routes.route('/', markdownRoutes())
  routes.route('/', referenceDataPages(app))
  routes.route('/', rowPages(app))
  routes.route('/', historyPages(app))
  routes.route('/', newDatasetPages(app))
  routes.route('/', gridPages(app))
  routes.route('/', settingsPages(app))
  routes.route('/', memberPages(app))
  routes.route('/', trashPages(app))
  routes.route('/', organizationPages(app))
  routes.route('/', passwordResetPages(app))
  routes.route('/', confirmEmailPages(app))
  routes.route('/', profilePages(app))
  routes.route('/', applicationPages(app))
  routes.route('/', remoteServicePages(app))
  routes.route('/', operationPages(app))
  routes.route('/', administrationPages(app))
  routes.route('/', embedRoutes)
  routes.route('/', protectedLinkPages)
  routes.route('/', embeddedSettings(app))
  routes.route('/', updateWorkflow(app))
  routes.route('/', visitorRoutes(app))
  // After all pages, which have the address of their forms too.
  const formPage = pageOfForm(routes)
  routes.get('*', (c, next) => {
    const page = formPage(c.req.path)
    return page === undefined
      ? next()
      : Promise.resolve(c.redirect(c.get('ctx').baseUrl + page + addressOf(c.req.raw).search, 303))
  })
  // After all pages: an address of data-fair hides none of them.
  routes.get('*', (c, next) => {
    const page = dataFairRedirect(addressOf(c.req.raw), c.req.path)
    return page === undefined ? next() : Promise.resolve(c.redirect(c.get('ctx').baseUrl + page, 301))
  })
  return routes
}

/** The dataset of a data tab. @throws when the reader may not read its lines */
async function openData(c: PageContext) {
  const view = viewOf(c)
  const dataset = await loadDatasetForReading(view.ctx, c.req.param('id') ?? '', 'readLines')
  if (!hasLines(dataset, dataset.published)) throw noLinesProblem(dataset)
  return { view, dataset, statistics: await readStatistics(view.ctx, { dataset }) }
}
