/** The HTTP application: the middleware of all requests, and the routes of each domain. */

import { OpenAPIHono } from '@hono/zod-openapi'
import { anonymousRoutes } from './accounts/anonymous/routes'
import { sessionRoutes } from './accounts/directory/session-routes'
import { organizationRoutes } from './accounts/organizations/organization-routes'
import { passkeyRoutes } from './accounts/profile/passkey-routes'
import { profileRoutes } from './accounts/profile/routes'
import { quotaRoutes } from './accounts/quotas/routes'
import { recoveryRoutes } from './accounts/recovery/routes'
import { accountRoutes } from './accounts/routes'
import { settingsRoutes } from './accounts/settings/routes'
import { twoFactorRoutes } from './accounts/two-factor/routes'
import { administrationRoutes } from './administration/routes'
import { applicationDocsRoutes } from './api-docs/application-docs-routes'
import { catalogDocsRoutes } from './api-docs/catalog-docs-routes'
import { collectorDocsRoutes } from './api-docs/collector-docs-routes'
import { datasetDocsRoutes } from './api-docs/dataset-docs-routes'
import { apiDocsRoutes, describeService } from './api-docs/routes'
import { vocabularyRoutes } from './api-docs/vocabulary-routes'
import { applicationProxyRoutes } from './application-proxy/routes'
import { applicationAccessRoutes } from './applications/access/routes'
import { applicationAttachmentRoutes } from './applications/attachments/routes'
import { baseApplicationRoutes } from './applications/base/routes'
import { configurationRoutes } from './applications/configuration/routes'
import { applicationKind } from './applications/kind'
import { applicationRoutes } from './applications/routes'
import { applicationTrashRoutes } from './applications/trash/routes'
import { basemapRoutes } from './basemap/routes'
import { applicationCaptureRoutes } from './capture/application-routes'
import { captureRoutes } from './capture/service-routes'
import { catalogRoutes } from './catalog/routes'
import { deviceRoutes } from './collectors/devices/routes'
import { collectorRoutes } from './collectors/routes'
import { pluginRoutes, runRoutes } from './collectors/run-routes'
import { readConfig } from './config'
import { accessRoutes } from './datasets/access/routes'
import { attachmentRoutes } from './datasets/attachments/routes'
import { uploadRoutes } from './datasets/create/routes'
import { draftRoutes } from './datasets/drafts/routes'
import { extensionRoutes } from './datasets/extensions/routes'
import { fileVersionRoutes } from './datasets/file-versions/routes'
import { fileRoutes } from './datasets/files/routes'
import { bulkRoutes } from './datasets/lines-api/bulk/routes'
import { ownRoutes } from './datasets/lines-api/own-lines/routes'
import { aggregateRoutes } from './datasets/lines-api/read/aggregate-routes'
import { geoRoutes } from './datasets/lines-api/read/geo-routes'
import { lineRoutes } from './datasets/lines-api/read/routes'
import { wordsRoutes } from './datasets/lines-api/read/words-routes'
import { lineWriteRoutes } from './datasets/lines-api/write/routes'
import { masterDataRoutes } from './datasets/master-data/routes'
import { datasetKind } from './datasets/metadata/kind'
import { odsRoutes } from './datasets/ods-api/routes'
import { operatorRoutes } from './datasets/operator/routes'
import { catalogListRoutes, datasetRoutes } from './datasets/routes'
import { trashRoutes } from './datasets/trash/routes'
import { resumableRoutes, tusProtocol } from './datasets/uploads/routes'
import { identityRoutes } from './directory-sync/routes'
import { problem } from './errors'
import { eventRoutes, feedRoutes } from './events/routes'
import { routedPath } from './http/base-path'
import type { HttpEnv } from './http/env'
import { allowOrigins, setBaselineHeaders } from './http/headers'
import { problemResponse } from './http/problem-response'
import { refuseAmbiguousParameters, refuseOtherBodies } from './http/request-rules'
import { addressOf } from './http/request-url'
import { RememberingRouter } from './http/router'
import { avatarRoutes } from './instance/avatar-routes'
import { organizationLogoRoutes, presentationRoutes } from './instance/presentation-routes'
import { instanceRoutes, logoRoutes } from './instance/routes'
import { siteRoutes } from './instance/site-routes'
import { authenticateLinkKey } from './middleware/authenticate-link-key'
import { buildContext } from './middleware/build-context'
import { limitPageRate, limitRate } from './middleware/limit-rate'
import { refuseInvalidSession } from './middleware/refuse-invalid-session'
import { redirectSlug, resolveName } from './middleware/resolve-name'
import { monitoringRoutes } from './monitoring/routes'
import { sendProblem, wantsPage } from './pages/problem-page'
import { pageRoutes } from './pages/routes'
import { previewRoutes } from './previews/routes'
import { acceptSockets } from './realtime/routes'
import { remoteServiceProxyRoutes } from './remote-service-proxy/routes'
import { remoteServiceRoutes } from './remote-services/routes'
import { excerptOf } from './schema/cut-text'
import { thumbnailRoutes } from './thumbnails/routes'
import { usageRoutes } from './usage/routes'

/** A path without a route: for requests outside PUBLIC_URL. */
const nowhere = '/-'

export const app = new OpenAPIHono<HttpEnv>({
  router: new RememberingRouter(),
  getPath: (request, options) => {
    try {
      // Hono calls getPath with the bindings that were passed to fetch.
      return routedPath(addressOf(request), readConfig((options as { env: Env }).env).PUBLIC_URL) ?? nowhere
    } catch {
      // The first middleware reports a bad configuration.
      return nowhere
    }
  },
})

app.use(setBaselineHeaders, buildContext, refuseInvalidSession, acceptSockets)
app.use('/api/v1/uploads/*', tusProtocol)
app.use('/api/*', allowOrigins)
app.use('/api/v1/*', refuseAmbiguousParameters)
// Their bodies have media types of their own.
app.route('/api/v1/uploads', resumableRoutes)
app.route('/api/v1', logoRoutes)
app.route('/api/v1', organizationLogoRoutes)
app.use('/api/v1/*', refuseOtherBodies)
app.use('/api/v1/datasets/*', limitRate)
app.use('/api/v1/catalog/*', limitRate)
app.use('/api/v1/applications/*', limitRate)
app.use('/api/v1/base-applications/*', limitRate)
app.use('/api/v1/collectors/*', limitRate)
app.use('/api/v1/collector-runs/*', limitRate)
app.use('/api/v1/collector-plugins/*', limitRate)
app.use('/api/v1/remote-services/:id/proxy/*', limitRate)
app.use('/api/v1/compat-ods/*', limitRate)
app.use('/app/*', limitRate)
for (const path of ['/', '/dataset/*', '/embed/*', '/link/*', '/visitor/*', '/new-dataset', '/:file{catalog\\..+}']) {
  app.use(path, limitPageRate)
}
app.use('/api/v1/datasets/:id/*', resolveName(datasetKind))
app.use('/api/v1/applications/:id/*', resolveName(applicationKind))
app.use('/api/v1/compat-ods/:version/catalog/datasets/:id/*', resolveName(datasetKind))
app.use('/dataset/:id/*', redirectSlug(datasetKind))
app.use('/application/:id/*', redirectSlug(applicationKind))
app.use('/api/v1/datasets/:id/*', authenticateLinkKey)

app.route('/api/v1/datasets', uploadRoutes)
app.route('/api/v1/datasets', datasetRoutes)
app.route('/api/v1/datasets', extensionRoutes)
app.route('/api/v1/datasets', masterDataRoutes)
app.route('/api/v1/datasets', operatorRoutes)
app.route('/api/v1', trashRoutes)
app.route('/api/v1', applicationTrashRoutes)
app.route('/api/v1/datasets', fileRoutes)
app.route('/api/v1/datasets', fileVersionRoutes)
app.route('/api/v1/datasets', attachmentRoutes)
app.route('/api/v1/datasets', thumbnailRoutes)
app.route('/api/v1/datasets', accessRoutes)
app.route('/api/v1/datasets', draftRoutes)
app.route('/api/v1/datasets', lineRoutes)
app.route('/api/v1/datasets', aggregateRoutes)
app.route('/api/v1/datasets', geoRoutes)
app.route('/api/v1/datasets', wordsRoutes)
app.route('/api/v1/datasets', lineWriteRoutes)
app.route('/api/v1/datasets', bulkRoutes)
app.route('/api/v1/datasets', ownRoutes)
app.route(
  '/api/v1/datasets',
  datasetDocsRoutes((baseUrl) => describeService(app, baseUrl)),
)
app.route('/api/v1/datasets', feedRoutes)
app.route('/api/v1/catalog', catalogListRoutes)
app.route(
  '/api/v1/catalog',
  catalogDocsRoutes((baseUrl) => describeService(app, baseUrl)),
)
app.route('/api/v1/applications', applicationRoutes)
app.route('/api/v1/applications', applicationAccessRoutes)
app.route('/api/v1/applications', configurationRoutes)
app.route(
  '/api/v1/applications',
  applicationDocsRoutes((baseUrl) => describeService(app, baseUrl)),
)
app.route('/api/v1/applications', applicationAttachmentRoutes)
app.route('/api/v1/applications', applicationCaptureRoutes)
app.route('/', captureRoutes)
app.route('/api/v1/collectors', deviceRoutes)
app.route('/api/v1/collectors', collectorRoutes)
app.route(
  '/api/v1/collectors',
  collectorDocsRoutes((baseUrl) => describeService(app, baseUrl)),
)
app.route('/api/v1/collector-runs', runRoutes)
app.route('/api/v1/collector-plugins', pluginRoutes)
app.route('/api/v1', baseApplicationRoutes)
app.route('/api/v1', remoteServiceRoutes)
app.route('/api/v1', remoteServiceProxyRoutes)
app.route('/api/v1', eventRoutes)
app.route('/api/v1', odsRoutes)
app.route('/api/v1', vocabularyRoutes)
app.route('/api', accountRoutes)
app.route('/simple-directory', anonymousRoutes)
app.route('/simple-directory', siteRoutes)
app.route('/simple-directory', avatarRoutes)
app.route('/api/v1/settings', settingsRoutes)
app.route('/api/v1', quotaRoutes)
app.route('/api/v1', usageRoutes)
app.route('/api/v1/identities', identityRoutes)
app.route('/api/v1', sessionRoutes)
app.route('/api/v1', recoveryRoutes)
app.route('/api/v1', profileRoutes)
app.route('/api/v1', passkeyRoutes)
app.route('/api/v1', twoFactorRoutes)
app.route('/api/v1', organizationRoutes)
app.route(
  '/',
  apiDocsRoutes(() => app),
)
app.route('/', monitoringRoutes)
app.route('/api/v1/admin', administrationRoutes)
app.route('/api/v1', instanceRoutes)
app.route('/api/v1', presentationRoutes)
app.route('/', applicationProxyRoutes)
app.route('/', catalogRoutes)
app.route('/', previewRoutes)
app.route('/', basemapRoutes)
app.route(
  '/',
  pageRoutes(() => app),
)

app.notFound((c) => {
  const missing = problem('route-not-found', { path: excerptOf(c.req.path) })
  return wantsPage(c) ? sendProblem(c, missing) : problemResponse(missing, c)
})
app.onError((error, c) => (c.get('ctx') && wantsPage(c) ? sendProblem(c, error) : problemResponse(error, c)))
