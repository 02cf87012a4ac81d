import { OpenAPIHono } from '@hono/zod-openapi'
import packageJson from '../../package.json'
import { captureService } from '../http/base-path'
import type { HttpEnv } from '../http/env'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import type { ApiDocument } from './dataset-docs'

const introduction = `Publish, query and enrich datasets.

Public data is read without a key: \`GET /api/v1/datasets/{id}/lines?q=school&size=10\` searches rows. Other requests send an API key in
the header \`x-apiKey\`; the settings of an account create keys.`

/** The groups of operations, in the order in which the documentation lists them. */
const tagNames = [
  'Datasets',
  'Lines',
  'Own lines',
  'Files',
  'Uploads',
  'Master data',
  'Opendatasoft',
  'Applications',
  'Base applications',
  'Captures',
  'Remote services',
  'Collectors',
  'Events',
  'Vocabulary',
  'Accounts',
  'Organizations',
  'Session',
  'Identities',
  'Settings',
  'Limits',
  'Administration',
  'Monitoring',
  'Documentation',
] as const

/** The OpenAPI document of the service. */
export function describeService(app: OpenAPIHono<HttpEnv>, baseUrl: string): ApiDocument {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Fairway',
      version: packageJson.version,
      description: introduction,
      license: { name: 'MIT' },
      'x-api-id': `${new URL(baseUrl).host.replace(/[.:]/g, '-')}-fairway`,
    },
    servers: [{ url: baseUrl }],
    tags: [...tagNames].map((name) => ({ name })),
  })
  // A generic JSON type, to walk through the document of the library.
  return document as unknown as ApiDocument
}

/** Clients of captures read the description at the address of the capture service. */
const addresses = [
  { path: '/api/v1/api-docs.json', operationId: 'readApiDocs' },
  { path: `${captureService}/api-docs.json`, operationId: 'readCaptureDocs' },
]

/** The routes of the API description. `app` is a function because it mounts these routes. */
export function apiDocsRoutes(app: () => OpenAPIHono<HttpEnv>): OpenAPIHono<HttpEnv> {
  const routes = new OpenAPIHono<HttpEnv>()

  for (const { path, operationId } of addresses) {
    addRoute(
      routes,
      {
        method: 'get',
        path,
        operationId,
        tags: ['Documentation'],
        summary: 'Get this OpenAPI document',
        responses: {
          200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
      ({ ctx, request }) => jsonResponse(request, describeService(app(), ctx.baseUrl)),
    )
  }
  routes.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'x-apiKey',
  })
  return routes
}
