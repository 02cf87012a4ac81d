import { OpenAPIHono, z } from '@hono/zod-openapi'
import { sql } from 'drizzle-orm'
import packageJson from '../../package.json'
import type { HttpEnv } from '../http/env'
import { documented } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import type { ApiDocument } from './dataset-docs'

/** The OpenAPI document of the service. */
export function describeService(app: OpenAPIHono<HttpEnv>, baseUrl: string): ApiDocument {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Fairway',
      version: packageJson.version,
      description: packageJson.description,
      license: { name: 'MIT' },
    },
    servers: [{ url: baseUrl }],
  })
  // A generic JSON type, to walk through the document of the library.
  return document as unknown as ApiDocument
}

/** Routes about the service itself. `app` is a function because it mounts these routes. */
export function operationRoutes(app: () => OpenAPIHono<HttpEnv>): OpenAPIHono<HttpEnv> {
  const routes = new OpenAPIHono<HttpEnv>()

  addRoute(
    routes,
    {
      method: 'get',
      path: '/healthz',
      operationId: 'readHealth',
      tags: ['Operation'],
      summary: 'Check that the service and its metadata database respond',
      responses: { 200: documented('It does', { status: z.literal('ok') }) },
    },
    async ({ ctx, request }) => {
      await ctx.db.run(sql`select 1`)
      return jsonResponse(request, { status: 'ok' }, { headers: { 'cache-control': 'no-store' } })
    },
  )

  addRoute(
    routes,
    {
      method: 'get',
      path: '/api/v1/api-docs.json',
      operationId: 'readApiDocs',
      tags: ['Operation'],
      summary: 'Get this OpenAPI document',
      responses: {
        200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } },
      },
    },
    ({ ctx, request }) => jsonResponse(request, describeService(app(), ctx.baseUrl)),
  )
  routes.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'x-apiKey',
  })
  return routes
}
