import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from '../../../context'
import { cacheHeaders } from '../../../http/caching/cache-headers'
import { cachedResponses } from '../../../http/caching/cached-responses'
import { attachmentDisposition } from '../../../http/content-disposition'
import type { HttpEnv } from '../../../http/env'
import { withEtag } from '../../../http/etag'
import { documented, problemResponses } from '../../../http/openapi'
import { type Parameters, parametersOf } from '../../../http/request-url'
import { etagResponse, nextLink } from '../../../http/respond'
import { addRoute } from '../../../http/route'
import type { DatasetOperation } from '../../../identity'
import { limits } from '../../../limits'
import {
  type LineSource,
  type LinesPlan,
  type LinesRequest,
  parseLinesQuery,
  planLines,
  prepareSearch,
  streamCsv,
} from '../../../lines'
import { dependsOnTime } from '../../../lines/query/parse/date-math'
import { isWhole } from '../../../lines/query/source'
import { textQuery } from '../../../schema/query-parameters'
import { answerVersion, isPageCostly, isRequestedByVersion, noteRead } from './edge-caching'
import { hintsOf } from './hints'
import { linkParameters, type OpenedLines, openRequestedLines, readLinesPage } from './open-lines'
import { answerBody, media } from './response-body'
import { isLargePage, planWithoutValues, streamedBody } from './stream-page'
import { sampled, tileHeaders } from './tile-sampling'
import type { WorkbookInfo } from './workbook-sheets'

export const lineRoutes = new OpenAPIHono<HttpEnv>()

addRoute(
  lineRoutes,
  {
    method: 'get',
    path: '/{id}/lines',
    operationId: 'readLines',
    tags: ['Lines'],
    summary: 'Read lines',
    description:
      'Filters are parameters named after a field: `{key}_eq`, `_neq`, `_in`, `_nin`, `_gt`, `_gte`, `_lt`, `_lte`, `_starts`, `_contains`, `_search`, `_exists`, `_nexists`. ' +
      'Dates may be relative: `{key}_gte=now-7d/d`, `{key}_lt=2024-01-01||+1M`. ' +
      'Follow `next` (or the Link header) to read everything; `format=csv` streams any `size`.',
    params: z.object({ id: z.string().openapi({ example: 'bike-racks' }) }),
    query: textQuery({
      size: `Lines of a page: ${limits.lines.defaultSize} by default, ${limits.lines.maxSize} at most (CSV and GeoJSON: any number, workbooks: ${limits.lines.sheetRows}).`,
      page: 'Page, from 1 on. To read far, follow `next` instead.',
      after: 'Where the page before ended, as given by `next`.',
      select: 'Fields to return, comma separated.',
      sort: 'Fields to sort on, comma separated, `-` before one for descending. `_i:created` sorts by creation: each write of an editable line changes its `_i`. `select` takes it too.',
      q: 'Words to search for; `"a phrase"`, `+`, `-` and `word~` (one letter differs) are understood.',
      q_mode:
        'adapt (default: of large results the most frequent words may be ignored), simple, and, or complete (the last word is being typed).',
      q_ignored: 'Words of `q` that lines need not have, comma separated, as given by `next`.',
      q_fields: 'Fields to search in.',
      qs: 'A query: `town:Lyon AND (n:>3 OR "two words")`, with `NOT`, `+`, `-`, `*`, `[a TO b]`, `_exists_:field`, `word~` (one letter differs).',
      bbox: 'left,bottom,right,top in degrees: lines within.',
      xyz: 'x,y,z of a map tile: lines within.',
      geo_distance: 'lon,lat,distance (2.35,48.85,10km): lines within, the nearest first.',
      date_match: 'A date, or from,to: lines of these dates.',
      thumbnail: 'WxH or true: `_thumbnail` is the address of a small version of the picture of a line.',
      wkt: 'true: geometries are returned as WKT.',
      highlight: 'Fields of which extracts are returned, the words searched for marked.',
      html: 'true: markdown is returned as HTML.',
      collapse: 'A field: only the first line of each of its values.',
      format: 'json (default), csv, geojson, xlsx, ods, wkt, or pbf (a vector tile, with `xyz`).',
      sampling:
        'Lines shown of a crowded tile: neighbors (default, the same share as in the tiles around, and all of a tile with few), even (the same share also in these) or max.',
      count: 'false: do not count; exact: the number of matches of a search in a large dataset is not estimated.',
      hint: 'true: how to ask faster; false: no hints at all. They come in `meta.hints`.',
      truncate: 'Cut texts beyond that many characters.',
      arrays: 'true: multi-valued fields are arrays.',
      header: 'false: a CSV without its header.',
      sep: 'Separator of a CSV.',
      use_labels: 'true: titles as headers of CSV, XLSX and ODS, and the booleans of CSV as true and false.',
      draft: 'true: the lines of the draft.',
    }),
    responses: {
      200: documented('A page of lines', {
        total: z.number().int().optional(),
        next: z.string().optional(),
        totalCollapse: z.number().int().optional(),
        meta: z
          .object({
            totalMarginPct: z.number().int().optional(),
            ignoredWords: z.array(z.string()).optional(),
            hints: z.array(z.string()).optional(),
          })
          .optional(),
        results: z.array(z.record(z.string(), z.unknown())),
      }),
      ...problemResponses(400, 403, 404, 409),
    },
  },
  ({ ctx, request, params: { id } }) => answerLines(ctx, request, { id, operation: 'readLines', path: `${id}/lines` }),
)

/**
 * A page of lines in the requested format.
 *
 * @param target.path path of the list below that of datasets, for the link to the next page
 * @param target.owner only the lines of this owner
 */
export async function answerLines(
  ctx: Context,
  httpRequest: Request,
  target: { id: string; operation: DatasetOperation; path: string; owner?: string },
): Promise<Response> {
  const { id, operation, owner } = target
  const params = parametersOf(httpRequest)
  const draft = params.get('draft') === 'true'
  const opened = await openRequestedLines(ctx, params, { id, draft, owner }, operation)
  const isTimed = dependsOnTime(params)
  // The sheets beside the lines.
  const isLocalized = ['xlsx', 'ods'].includes(params.get('format') ?? '')
  const { headers, notModified } = cacheHeaders(httpRequest, { ...opened.freshness, isTimed, isLocalized })
  if (notModified) return new Response(null, { status: 304, headers })
  const cache = cachedResponses(ctx, httpRequest, isTimed ? undefined : answerVersion(ctx, opened))
  const recent = cache?.recent(headers)
  if (recent) return recent

  const { database, dataset } = opened
  const thumbnailAddress = {
    before: `${ctx.baseUrl}/api/v1/datasets/${dataset.id}/thumbnail/`,
    after: opened.ofDraft ? '&draft=true' : '',
    ...(dataset.nature === 'virtual' ? { attachments: `${ctx.baseUrl}/api/v1/datasets/${dataset.id}` } : {}),
  }
  const source = params.has('thumbnail') ? { ...opened.source, thumbnailAddress } : opened.source
  const parsed = parseLinesQuery(params, source.fields, source.pointer.layout.located, source.now)
  const { type, extension } = media[parsed.format]
  headers['content-type'] = type
  if (extension) headers['content-disposition'] = attachmentDisposition(`${dataset.slug}.${extension}`)
  const prepared = await prepareSearch(database, parsed, source)
  const { request } = prepared
  if (request.format === 'csv' && request.size > limits.lines.maxSize) {
    return new Response(streamCsv(database, source, request), { headers })
  }
  // The size of a tile depends on the number of its lines, which must be counted first.
  const plan = request.tile ? undefined : planLines(request, source)
  const isCostly = isPageCostly(opened, { request, plan })
  const edge = opened.freshness.cacheScope === 'public' && (isCostly || isRequestedByVersion(request, params))
  const cachedResponse = edge ? await cache?.fromEdge(headers) : undefined
  if (cachedResponse) return cachedResponse
  const { page, isLarge } = await readAnswered(ctx, opened, { request, plan, source })
  ctx.rowsRead += prepared.rowsRead + page.rowsRead
  if (plan) noteRead(plan, page.rowsRead)
  const next = request.tile
    ? undefined
    : nextUrl(
        `${ctx.baseUrl}/api/v1/datasets/${target.path}`,
        withIgnored(linkParameters(opened, params), request),
        page.cursor,
      )
  Object.assign(headers, tileHeaders(request, page))
  Object.assign(headers, nextLink(next, request.format === 'json'))
  const hints = hintsOf(params, request, { fields: source.fields, tookMs: ctx.timings.get('read') ?? 0 })
  const answered = {
    request,
    source,
    page,
    projection: page.projection,
    next,
    hints,
    workbookInfo: () => workbookInfoOf(ctx, opened, params),
  }
  if (plan && isLarge)
    return new Response(streamedBody(opened, { ...answered, projection: plan.projection }), { headers })
  const body = answerBody(answered)
  if (body === undefined) return new Response(null, { status: 204, headers })
  const answer = withEtag(body)
  cache?.keep(answer, headers, { isCostly, edge })
  return etagResponse(httpRequest, answer, { headers })
}

/** The page of a request, or only its total, bounds and cursor when its lines are streamed. Tiles are never streamed: they count their lines. */
async function readAnswered(
  ctx: Context,
  opened: OpenedLines,
  { request, plan, source }: { request: LinesRequest; plan: LinesPlan | undefined; source: LineSource },
) {
  if (!plan || !isLargePage(opened, { request, plan })) {
    const page = await readLinesPage(ctx, opened, await sampled(opened, request), plan)
    // Some lines may be much longer than the average.
    if (!plan || !page.isCut) return { page, isLarge: false }
  }
  return { page: await readLinesPage(ctx, opened, request, planWithoutValues(plan, request, source)), isLarge: true }
}

/** The description of the dataset and of the request in a workbook. */
function workbookInfoOf(ctx: Context, opened: OpenedLines, params: Parameters): WorkbookInfo {
  const { dataset } = opened
  const { id, slug, metadata, owner, createdAt, updatedAt, published } = dataset
  const query = params.without(['finalizedAt', 'apiKey']).toString()
  return {
    language: ctx.language,
    facts: {
      id,
      slug,
      title: metadata.title,
      summary: metadata.summary ?? undefined,
      description: metadata.description ?? undefined,
      owner: owner.name,
      count: countOf(opened),
      createdAt,
      updatedAt,
      dataUpdatedAt: published.dataUpdatedAt,
      license: metadata.license?.title,
      origin: metadata.origin ?? undefined,
      creator: metadata.creator ?? undefined,
      keywords: metadata.keywords?.join(', '),
      frequency: metadata.frequency ?? undefined,
    },
    request: {
      url: `${ctx.baseUrl}/api/v1/datasets/${id}/lines${query !== '' ? `?${query}` : ''}`,
      select: params.get('select') ?? undefined,
      sort: params.get('sort') ?? undefined,
      q: params.get('q') ?? undefined,
    },
  }
}

/** Number of lines of a dataset, when the caller sees all of them. */
function countOf({ dataset, source }: OpenedLines): number | undefined {
  // A virtual dataset has a part of the lines of its tables: its description has the number.
  if (source.defaultOrder === 'union') return dataset.published.count
  return isWhole(source) ? source.pointer.count : undefined
}

/** Adds `q_ignored` to the URL of the next page, so that all pages ignore the same words. */
function withIgnored(params: Parameters, { searches }: LinesRequest): Parameters {
  const ignored = searches.flatMap((search) => search.ignored ?? [])
  return ignored.length === 0 ? params : params.with({ q_ignored: ignored.join(',') })
}

/** The URL of the next page: all parameters except `page` and an API key. */
function nextUrl(address: string, params: Parameters, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  return `${address}?${params.without(['page', 'apiKey', 'after']).with({ after: cursor })}`
}
