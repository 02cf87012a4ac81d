import { OpenAPIHono, z } from '@hono/zod-openapi'
import { readText } from '../../http/body'
import type { HttpEnv } from '../../http/env'
import { documented, problemResponses } from '../../http/openapi'
import { jsonResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import { limits } from '../../limits'
import { flagQuery, textQuery } from '../../schema/query-parameters'
import { bulkSearch } from './bulk-search'
import type { RowsFormat } from './parse-rows'
import { singleSearch } from './single-search'

/** Routes of the searches that reference datasets offer. */
export const masterDataRoutes = new OpenAPIHono<HttpEnv>()

const tags = ['Master data']
const rows = {
  'application/json': { schema: { type: 'array', items: { type: 'object' } } },
  'application/x-ndjson': { schema: { type: 'string' } },
  'text/csv': { schema: { type: 'string' } },
} as const

addRoute(
  masterDataRoutes,
  {
    method: 'post',
    path: '/{id}/master-data/bulk-searchs/{searchId}',
    operationId: 'bulkSearch',
    tags,
    summary: 'Find the line that matches each row',
    description:
      'The response has the format of the rows, and one result for each, in order: the columns of the line, `_key` (that of ' +
      'the row, or its index) and `_error` when no line matches.',
    params: z.object({ id: z.string(), searchId: z.string() }),
    query: z.object({
      ...textQuery({ select: 'Columns, comma separated: all by default.' }).shape,
      ...flagQuery({ arrays: 'true: several values are an array.' }).shape,
    }),
    body: { description: 'Values by the keys of the inputs.', required: true, content: rows },
    responses: { 200: { description: 'Results', content: rows }, ...problemResponses(400, 403, 404, 413, 415) },
  },
  async ({ ctx, c, request, params, query }) => {
    const { format, type } = formatOf(c.req.header('content-type') ?? '')
    const body = await bulkSearch(ctx, {
      dataset: params.id,
      search: params.searchId,
      select: (query.select ?? '').split(',').filter(Boolean),
      arrays: query.arrays,
      read: () => readText(request, limits.masterData.maxSearchedBytes),
      format,
    })
    return new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } })
  },
)

addRoute(
  masterDataRoutes,
  {
    method: 'get',
    path: '/{id}/master-data/single-searchs/{searchId}',
    operationId: 'singleSearch',
    tags,
    summary: 'Find values by the beginning of their words',
    params: z.object({ id: z.string(), searchId: z.string() }),
    query: textQuery({ q: 'Words, or the beginning of words.', size: 'Results: 12 by default.' }),
    responses: {
      200: documented('Values', {
        total: z.number().int(),
        results: z.array(z.object({ output: z.unknown(), label: z.string(), score: z.number().optional() })),
      }),
      ...problemResponses(400, 403, 404),
    },
  },
  async ({ ctx, request, params, query }) =>
    jsonResponse(request, await singleSearch(ctx, { dataset: params.id, search: params.searchId, ...query })),
)

function formatOf(contentType: string): { format: RowsFormat; type: string } {
  if (/ndjson/i.test(contentType)) return { format: 'ndjson', type: 'application/x-ndjson' }
  return /csv/i.test(contentType) ? { format: 'csv', type: 'text/csv' } : { format: 'json', type: 'application/json' }
}
