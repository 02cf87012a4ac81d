import { OpenAPIHono, z } from '@hono/zod-openapi'
import packageJson from '../../package.json'
import { applicationActor, loadApplication } from '../applications'
import type { HttpEnv } from '../http/env'
import { problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { can } from '../permissions'
import { describeApplication } from './application-docs'
import type { ApiDocument } from './dataset-docs'

/** The OpenAPI document of an application. */
export function applicationDocsRoutes(service: (baseUrl: string) => ApiDocument): OpenAPIHono<HttpEnv> {
  const routes = new OpenAPIHono<HttpEnv>()
  addRoute(
    routes,
    {
      method: 'get',
      path: '/{id}/api-docs.json',
      operationId: 'readApplicationApiDoc',
      tags: ['Applications'],
      summary: 'Get the OpenAPI document of this application, with the operations of the caller',
      params: z.object({ id: z.string() }),
      responses: {
        200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } },
        ...problemResponses(403, 404),
      },
    },
    async ({ ctx, request, params }) => {
      const application = await loadApplication(ctx, params.id, 'readApiDoc')
      const actor = applicationActor(ctx)
      const { title, summary } = application.metadata
      const document = describeApplication(service(ctx.baseUrl), {
        id: application.id,
        title,
        summary: summary ?? '',
        baseUrl: ctx.baseUrl,
        version: packageJson.version,
        allows: (operation) => can(actor, operation, application),
      })
      return jsonResponse(request, document)
    },
  )
  return routes
}
