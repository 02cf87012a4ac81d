import { OpenAPIHono } from '@hono/zod-openapi'
import packageJson from '../../package.json'
import type { HttpEnv } from '../http/env'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import type { ApiDocument } from './dataset-docs'

const prefix = '/api/v1/catalog'

/** The OpenAPI document of the catalogue, which portals show. */
export function catalogDocsRoutes(service: (baseUrl: string) => ApiDocument): OpenAPIHono<HttpEnv> {
  const routes = new OpenAPIHono<HttpEnv>()
  addRoute(
    routes,
    {
      method: 'get',
      path: '/api-docs.json',
      operationId: 'readCatalogApiDoc',
      tags: ['Documentation'],
      summary: 'Get the OpenAPI document of the catalogue',
      responses: {
        200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } },
      },
    },
    ({ ctx, request }) => jsonResponse(request, describeCatalog(service(ctx.baseUrl), ctx.baseUrl)),
  )
  return routes
}

function describeCatalog(service: ApiDocument, baseUrl: string): ApiDocument {
  const catalogPaths = Object.entries(service.paths ?? {}).filter(([path]) => path.startsWith(`${prefix}/`))
  return {
    ...service,
    info: {
      title: 'API of the catalogue',
      version: packageJson.version,
      'x-api-id': `${new URL(baseUrl).host.replace(/[.:]/g, '-')}-catalog`,
    },
    servers: [{ url: baseUrl + prefix }],
    paths: Object.fromEntries(catalogPaths.map(([path, item]) => [path.slice(prefix.length), item])),
  }
}
