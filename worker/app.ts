/** The HTTP surface on one screen: what every request passes through, and where each domain is mounted. */
import { OpenAPIHono } from '@hono/zod-openapi'
import { accountRoutes } from './accounts/routes'
import { readConfig } from './config'
import { fileRoutes } from './datasets/file-routes'
import { datasetRoutes } from './datasets/routes'
import { uploadRoutes } from './datasets/upload-routes'
import { problem } from './errors'
import { routedPath } from './http/base-path'
import { buildContext } from './http/build-context'
import type { HttpEnv } from './http/env'
import { allowOrigins, setBaselineHeaders } from './http/headers'
import { problemResponse } from './http/problem'
import { refuseOtherBodies, refuseRepeatedParameters } from './http/request-rules'
import { aggregateRoutes } from './lines/aggregate-routes'
import { lineRoutes } from './lines/routes'
import { operationRoutes } from './operation/routes'
import { pageRoutes } from './pages/routes'
import { vocabularyRoutes } from './schema/routes'

/** A path that no route has: for requests outside the public address. */
const nowhere = '/-'

export const app = new OpenAPIHono<HttpEnv>({
  getPath: (request, options) => {
    try {
      // Hono calls getPath with the bindings as they were given to fetch.
      return routedPath(request.url, readConfig((options as { env: Env }).env).PUBLIC_URL) ?? nowhere
    } catch {
      // A bad configuration is told where errors are: by the first middleware.
      return nowhere
    }
  },
})

app.use(buildContext, setBaselineHeaders)
app.use('/api/*', allowOrigins)
app.use('/api/v1/*', refuseRepeatedParameters, refuseOtherBodies)

app.route('/api/v1/datasets', uploadRoutes)
app.route('/api/v1/datasets', datasetRoutes)
app.route('/api/v1/datasets', fileRoutes)
app.route('/api/v1/datasets', lineRoutes)
app.route('/api/v1/datasets', aggregateRoutes)
app.route('/api/v1', vocabularyRoutes)
app.route('/api', accountRoutes)
app.route(
  '/',
  operationRoutes(() => app),
)
app.route('/', pageRoutes)

app.notFound((c) => problemResponse(problem('route-not-found', { path: c.req.path.slice(0, 200) }), c))
app.onError((error, c) => problemResponse(error, c))
