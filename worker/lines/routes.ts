import { OpenAPIHono, z } from '@hono/zod-openapi'
import { anyoneCan } from '../accounts'
import type { HttpEnv } from '../http/env'
import { documented, problemResponses, textQuery } from '../http/openapi'
import { attachmentDisposition, dataHeaders, textResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { limits } from '../limits'
import { answerBody, media } from './answer'
import { streamCsv } from './export'
import { parseLinesQuery } from './query/parse'
import { openLines, readPage } from './serve'

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
      'Follow `next` (or the Link header) to read everything; `format=csv` streams any `size`.',
    params: z.object({ id: z.string().openapi({ example: 'bike-racks' }) }),
    query: textQuery({
      size: `Lines of a page: ${limits.lines.defaultSize} by default, ${limits.lines.maxSize} at most (CSV: any number).`,
      page: 'Page, from 1 on. To read far, follow `next` instead.',
      after: 'Where the page before ended, as given by `next`.',
      select: 'Fields to return, comma separated.',
      sort: 'Fields to sort on, comma separated, `-` before one for descending.',
      q: 'Words to search for; `"a phrase"`, `+` and `-` are understood.',
      q_mode: 'simple, and, or complete (the last word is being typed).',
      q_fields: 'Fields to search in.',
      qs: 'A query: `town:Lyon AND (n:>3 OR "two words")`, with `NOT`, `+`, `-`, `*`, `[a TO b]`, `_exists_:field`.',
      bbox: 'left,bottom,right,top in degrees: lines within.',
      xyz: 'x,y,z of a map tile: lines within.',
      geo_distance: 'lon,lat,distance (2.35,48.85,10km): lines within, the nearest first.',
      date_match: 'A date, or from,to: lines of these dates.',
      highlight: 'Fields of which extracts are returned, the words searched for marked.',
      html: 'true: markdown is returned as HTML.',
      collapse: 'A field: only the first line of each of its values.',
      format: 'json (default), csv, geojson, xlsx, ods or wkt.',
      count: 'false: do not count.',
      truncate: 'Cut texts beyond that many characters.',
      arrays: 'true: multi-valued fields are arrays.',
      header: 'false: a CSV without its header.',
      sep: 'Separator of a CSV.',
      draft: 'true: the lines of the draft.',
    }),
    responses: {
      200: documented('A page of lines', {
        total: z.number().int().optional(),
        next: z.string().optional(),
        results: z.array(z.record(z.string(), z.unknown())),
      }),
      ...problemResponses(400, 403, 404, 409),
    },
  },
  async ({ ctx, request: httpRequest, params: { id } }) => {
    const params = new URL(httpRequest.url).searchParams
    const opened = await openLines(ctx, { id, draft: params.get('draft') === 'true' })
    const isPublic = anyoneCan('readLines', opened.dataset.permissions)
    const { headers, notModified } = dataHeaders(httpRequest, {
      isPublic,
      changedAt: opened.finalizedAt,
      now: ctx.now(),
    })
    headers['x-operation'] = JSON.stringify({ class: 'read', id: 'readLines', track: 'readDataAPI' })
    const { title } = opened.dataset.metadata
    headers['x-resource'] = JSON.stringify({
      type: 'datasets',
      id: opened.dataset.id,
      title: encodeURIComponent(title),
    })
    headers['x-owner'] = JSON.stringify({ type: opened.dataset.owner.type, id: opened.dataset.owner.id })
    if (notModified) return new Response(null, { status: 304, headers })

    const { source, database, dataset } = opened
    const request = parseLinesQuery(params, source.fields, source.pointer.layout.located)
    const { type, extension } = media[request.format]
    headers['content-type'] = type
    if (extension) headers['content-disposition'] = attachmentDisposition(`${dataset.slug}.${extension}`)
    if (request.format === 'csv' && request.size > limits.lines.maxSize) {
      return new Response(streamCsv(database, source, request), { headers })
    }
    const page = await readPage(ctx, opened, request)
    ctx.rowsRead += page.rowsRead
    const next = nextUrl(ctx.baseUrl, id, params, page.cursor)
    if (next) headers.link = `<${next}>; rel=next`
    const sheetName = ctx.language === 'fr' ? 'Données' : 'Data'
    const body = answerBody({ request, source, page, projection: page.projection, next, sheetName })
    return textResponse(httpRequest, body, { headers })
  },
)

/** The address of the following page: every parameter kept but `page` (contract lines §1.1) and a key. */
function nextUrl(baseUrl: string, id: string, params: URLSearchParams, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const next = new URLSearchParams(params)
  for (const dropped of ['page', 'apiKey']) next.delete(dropped)
  next.set('after', cursor)
  return `${baseUrl}/api/v1/datasets/${id}/lines?${next}`
}
