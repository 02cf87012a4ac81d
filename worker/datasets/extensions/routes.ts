import { OpenAPIHono, z } from '@hono/zod-openapi'
import { checkAgainst } from '../../check-against'
import { readJsonBody } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { documentedBody, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { flagQuery } from '../../schema/query-parameters'
import { loadDataset } from '../metadata/load'
import { simulateExtension } from './simulate'

/** Routes of the extensions of datasets. */
export const extensionRoutes = new OpenAPIHono<HttpEnv>()

const lineSchema = z.record(z.string(), z.unknown())

addRoute(
  extensionRoutes,
  {
    method: 'post',
    path: '/{id}/_simulate-extension',
    operationId: 'simulateExtension',
    tags: ['Datasets'],
    summary: 'Compute the columns of the extensions for a line that is not stored',
    params: z.object({ id: z.string() }),
    query: flagQuery({ arrays: 'true: multi-valued columns are arrays.' }),
    body: documentedBody(lineSchema, 'Values by key.'),
    responses: {
      200: { description: 'The line with all columns', content: { 'application/json': { schema: lineSchema } } },
      ...problemResponses(400, 403, 404, 415),
    },
  },
  async ({ ctx, c, request, params, query }) => {
    // Permission before validation.
    await loadDataset(ctx, params.id, 'simulateExtension')
    const line = checkAgainst(lineSchema, await readJsonBody(c, z.unknown()))
    return jsonResponse(request, await simulateExtension(ctx, { id: params.id, line, arrays: query.arrays }))
  },
)
