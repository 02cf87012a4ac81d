/** The URL of a table with a format at its end is its data (as in Datasette). */
import { Hono } from 'hono'
import { type Dataset, findDataset, lineCount } from '../../datasets'
import { attachmentDisposition } from '../../http/content-disposition'
import type { HttpEnv } from '../../http/env'
import { limits } from '../../limits'
import { mergedValues } from '../filters/value-filter'
import { forward } from '../forward'
import { say } from '../messages'
import { pageParams } from '../page-query'
import { joinedPages } from './joined-pages'
import { creationOrder, isOrdered } from './read-table'
import { apiQuery, fileNameOf, isFiltered } from './state'

/** More lines than any dataset has. */
const everyLine = '1000000000'
/** Lines of the formats that do not have them all, and those of a page of JSON, which the next ones follow. */
const sizes: Readonly<Record<string, string>> = {
  json: String(limits.lines.maxSize),
  xlsx: String(limits.lines.sheetRows),
  ods: String(limits.lines.sheetRows),
}

export function dataRoutes(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  // The dataset is read for the parameters only. The API checks who may read its rows, also by the protected link of the page.
  routes.get('/dataset/:id/:file{table\\.(?:csv|json|xlsx|ods|geojson)}', async (c) => {
    const { id, file } = c.req.param()
    const format = file.slice('table.'.length)
    const params = mergedValues(pageParams(new URL(c.req.url).searchParams))
    const query = apiQuery(params)
    query.delete('page')
    const dataset = await findDataset(c.get('ctx'), id)
    if (dataset?.nature === 'rest' && isOrdered(lineCount(dataset.published) ?? 0, query)) {
      query.set('sort', creationOrder)
    }
    if (format === 'json' && dataset && !query.has('select')) query.set('select', publishedKeys(dataset))
    query.set('format', format)
    query.set('size', sizes[format] ?? everyLine)
    const first = await forward(c, app, `/api/v1/datasets/${encodeURIComponent(id)}/lines?${query}`)
    const { baseUrl } = c.get('ctx')
    const response =
      format === 'json' && first.ok
        ? joinedPages(first, (next) => forward(c, app, uncounted(next).slice(baseUrl.length)))
        : first
    const name = /filename="([^"]*)\.\w+"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    if (!name || !isFiltered(params)) return response
    // A file of some rows is not taken for the whole.
    const renamed = new Response(response.body, response)
    const suffix = say(c.get('ctx').language, 'filteredFile')
    renamed.headers.set('content-disposition', attachmentDisposition(`${fileNameOf(name, params, suffix)}.${format}`))
    return renamed
  })
  return routes
}

/** The first page has the total. */
function uncounted(url: string): string {
  const next = new URL(url)
  next.searchParams.set('count', 'false')
  return next.href
}

/** The columns of the other formats. */
const publishedKeys = ({ published }: Dataset): string =>
  published.schema.flatMap((field) => (field['x-calculated'] ? [] : [field.key])).join(',')
