import { OpenAPIHono, z } from '@hono/zod-openapi'
import { storedSettings } from '../../accounts'
import type { Context } from '../../context'
import { problem } from '../../errors'
import { cacheHeaders, revalidated } from '../../http/caching/cache-headers'
import { attachmentDisposition } from '../../http/content-disposition'
import type { HttpEnv } from '../../http/env'
import { documented, problemResponses } from '../../http/openapi'
import { type Parameters, parametersOf } from '../../http/request-url'
import { textResponse } from '../../http/respond'
import { addRoute } from '../../http/route'
import type { DatasetOperation } from '../../identity'
import { excerptOf } from '../../schema/cut-text'
import { textQuery } from '../../schema/query-parameters'
import { type OpenedLines, openRequestedLines } from '../lines-api/read/open-lines'
import { type ExportFormat, emptyRecords, exported, exportFormats, recordsBody } from './export'
import { readOds } from './read-ods'
import { delimiterOf, parseOds } from './request'

/** The Opendatasoft-compatible API: a part of Explore 2.0 and 2.1. */
export const odsRoutes = new OpenAPIHono<HttpEnv>()

const query = {
  where: 'Condition: `city = "Lyon" and pop > 3`, functions search, startswith, year, in_bbox, within_distance.',
  select: 'Fields and figures, with names: `city, avg(pop) as mean`.',
  group_by: 'Fields, year(date), date_format(date, "yyyy/MM"), range(number, 10), range(date, 1 day).',
  order_by: 'Fields, figures, `-` before or desc after for descending.',
  refine: 'field:value; may be repeated.',
  limit: 'Rows: 10 by default, 100 at most; grouped: 20000 at most.',
  timezone: 'Zone of dates: UTC by default.',
}
const errors = problemResponses(400, 403, 404, 409)
const formats = Object.keys(exportFormats).join(', ')

/** Opens the lines, when the owner of the dataset offers this API. @throws `ods-unknown` */
async function openOds(
  ctx: Context,
  { id, params }: { id: string; params: Parameters },
  operation: DatasetOperation,
): Promise<OpenedLines> {
  const opened = await openRequestedLines(ctx, params, { id, draft: false }, operation)
  const { type, id: owner } = opened.dataset.owner
  const settings = await storedSettings(ctx, { type, id: owner })
  if (!settings?.settings.compatODS) throw problem('ods-unknown')
  return opened
}

/** Responses that depend on the time of the request have no Last-Modified. */
function headersOf(request: Request, { freshness }: OpenedLines) {
  const isTimed = [...parametersOf(request)].some(([, value]) => /now\s*\(/i.test(value))
  return cacheHeaders(request, { ...freshness, isTimed })
}

async function records(ctx: Context, request: Request, id: string): Promise<Response> {
  const params = parametersOf(request)
  const opened = await openOds(ctx, { id, params }, 'readCompatODSRecords')
  const { headers, notModified } = headersOf(request, opened)
  if (notModified) return new Response(null, { status: 304, headers })
  const odsRequest = parseOds(params, opened.source, { now: ctx.now(), isExport: false })
  const rows = await readOds(opened.database, odsRequest, opened.source)
  const body = odsRequest.limit === 0 ? emptyRecords(rows) : await recordsBody(rows)
  if (typeof body === 'string') return textResponse(request, body, { headers })
  return new Response(body, { headers: { 'content-type': 'application/json; charset=utf-8', ...headers } })
}

type Version = 'dataset' | 'v2.0' | 'v2.1'

async function exportFile(
  ctx: Context,
  request: Request,
  { id, format, version }: { id: string; format: string; version: Version },
): Promise<Response> {
  const params = parametersOf(request)
  const opened = await openOds(ctx, { id, params }, 'readCompatODSExports')
  if (!isFormat(format)) throw problem('ods-format-unknown', { format: excerptOf(format), formats })
  const { headers, notModified } = headersOf(request, opened)
  if (version !== 'dataset') headers['cache-control'] = revalidated
  else if (notModified) return new Response(null, { status: 304, headers })
  const odsRequest = parseOds(params, opened.source, { now: ctx.now(), isExport: true })
  const geometries = format === 'geojson' && odsRequest.groups.length === 0 ? geometryColumns(opened) : []
  const rows = await readOds(
    opened.database,
    { ...odsRequest, select: [...odsRequest.select, ...geometries] },
    opened.source,
  )
  const body = exported(rows, {
    format,
    rowCount: Math.min(odsRequest.limit, rows.total),
    // A selection may repeat a key of the groups.
    columns: [...new Map([...odsRequest.groups, ...odsRequest.select].map((column) => [column.name, column])).values()],
    delimiter: delimiterOf(params),
    quoteAll: params.get('quote_all') === 'true',
    useLabels: params.get('use_labels') === 'true',
    withBom: version === 'v2.0' ? params.get('with_bom') === 'true' : params.get('with_bom') !== 'false',
  })
  headers['content-type'] = exportFormats[format]
  headers['content-disposition'] = attachmentDisposition(`${opened.dataset.slug}.${format}`)
  return new Response(body, { headers })
}

const isFormat = (format: string): format is ExportFormat => Object.hasOwn(exportFormats, format)

/** The geometry columns that a GeoJSON export reads in addition to the selection. */
function geometryColumns({ source }: OpenedLines) {
  return source.fields
    .filter(({ key }) => key === '_geopoint' || key === '_geoshape')
    .map((field) => ({ name: field.key, expression: { is: 'field' as const, field } }))
}

const recordsAnswer = documented('Records', {
  total_count: z.number().int(),
  results: z.array(z.record(z.string(), z.unknown())),
})
const file = { description: 'The file', content: { 'application/octet-stream': { schema: z.string() } } }

// Operation names are letters only, which are valid identifiers in every language of generated clients.
const apis = [
  { version: 'dataset', name: '' },
  { version: 'v2.0', name: 'TwoZero' },
  { version: 'v2.1', name: 'TwoOne' },
] as const

for (const { version, name } of apis) {
  const prefix = version === 'dataset' ? '/datasets/{id}/compat-ods' : `/compat-ods/${version}/catalog/datasets/{id}`
  addRoute(
    odsRoutes,
    {
      method: 'get',
      path: `${prefix}/records`,
      // The client library of Opendatasoft ends its addresses with a slash.
      trailingSlash: true,
      operationId: `readCompatODSRecords${name}`,
      tags: ['Opendatasoft'],
      summary: 'Read records as Opendatasoft does',
      params: z.object({ id: z.string() }),
      query: textQuery({ ...query, offset: 'Rows to skip.' }),
      responses: { 200: recordsAnswer, ...errors },
    },
    ({ ctx, request, params: { id } }) => records(ctx, request, id),
  )
  addRoute(
    odsRoutes,
    {
      method: 'get',
      path: `${prefix}/exports/{format}`,
      // The client library of Opendatasoft ends its addresses with a slash.
      trailingSlash: true,
      operationId: `readCompatODSExports${name}`,
      tags: ['Opendatasoft'],
      summary: 'Export all records as Opendatasoft does',
      description: `Formats: ${formats}.`,
      params: z.object({ id: z.string(), format: z.string() }),
      query: textQuery({
        ...query,
        delimiter: 'Separator of a CSV, one character: `;` by default.',
        use_labels: 'true: titles as header.',
      }),
      responses: { 200: file, ...errors },
    },
    ({ ctx, request, params: { id, format } }) => exportFile(ctx, request, { id, format, version }),
  )
}

odsRoutes.all('/compat-ods/*', () => {
  throw problem('ods-gone', { formats })
})
odsRoutes.all('/datasets/:id/compat-ods/*', () => {
  throw problem('ods-gone', { formats })
})
