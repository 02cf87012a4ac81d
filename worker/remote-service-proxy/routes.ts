/** The proxy of remote services: reads, with the key of the service. */
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { problem } from '../errors'
import type { HttpEnv } from '../http/env'
import { applicationInReferer } from '../http/link-key-in-referer'
import { problemResponses } from '../http/openapi'
import { addressOf } from '../http/request-url'
import { addRoute } from '../http/route'
import { forwardToService } from './forward'

export const remoteServiceProxyRoutes = new OpenAPIHono<HttpEnv>()

addRoute(
  remoteServiceProxyRoutes,
  {
    method: 'get',
    path: '/remote-services/{id}/proxy/{path+}',
    operationId: 'readFromRemoteService',
    tags: ['Remote services'],
    summary: 'Send a read to a remote service',
    description: 'For callers that the service is open to, and pages of applications of an account that it is open to.',
    params: z.object({ id: z.string(), path: z.string() }),
    responses: {
      200: { description: 'The response of the service, with its status' },
      405: { description: 'Only GET is allowed' },
      ...problemResponses(404, 429, 502, 504),
    },
  },
  ({ ctx, c, request, params: { id } }) => {
    const path = c.req.path.slice(c.req.path.indexOf('/proxy/') + '/proxy/'.length)
    return forwardToService(ctx, {
      id,
      path,
      search: addressOf(request).search,
      headers: request.headers,
      address: `${ctx.baseUrl}/api/v1/remote-services/${encodeURIComponent(id)}/proxy/${path}`,
      application: applicationInReferer(request.headers.get('referer'), [ctx.baseUrl, request.url]),
    })
  },
)

remoteServiceProxyRoutes.all('/remote-services/:id/proxy/*', () => {
  throw problem('remote-service-method-refused')
})
