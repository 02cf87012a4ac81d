import { OpenAPIHono, z } from '@hono/zod-openapi'
import packageJson from '../../package.json'
import { loadCollector } from '../collectors'
import type { HttpEnv } from '../http/env'
import { problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { type ApiDocument, tagsIn } from './dataset-docs'
import { pathsBelow } from './paths-below'

const prefix = '/api/v1/collectors/{id}'

/** The OpenAPI document of a collector. */
export function collectorDocsRoutes(service: (baseUrl: string) => ApiDocument): OpenAPIHono<HttpEnv> {
  const routes = new OpenAPIHono<HttpEnv>()
  addRoute(
    routes,
    {
      method: 'get',
      path: '/{id}/api-docs.json',
      operationId: 'readCollectorApiDoc',
      tags: ['Collectors'],
      summary: 'Get the OpenAPI document of this collector',
      params: z.object({ id: z.string() }),
      responses: {
        200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } },
        ...problemResponses(401, 403, 404),
      },
    },
    async ({ ctx, request, params }) => {
      const { id, title } = await loadCollector(ctx, params.id, 'read')
      const document = service(ctx.baseUrl)
      const paths = pathsBelow(document, prefix, () => ({}))
      const description = {
        ...document,
        info: {
          title: `API of the collector: ${title}`,
          version: packageJson.version,
          'x-api-id': `${new URL(ctx.baseUrl).host.replace(/[.:]/g, '-')}-collector-${id}`,
        },
        servers: [{ url: `${ctx.baseUrl}/api/v1/collectors/${id}` }],
        externalDocs: { url: `${ctx.baseUrl}/collector/${id}`, description: title },
        tags: tagsIn(document, paths),
        paths,
      }
      return jsonResponse(request, description)
    },
  )
  return routes
}
