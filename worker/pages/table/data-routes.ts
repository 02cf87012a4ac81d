/** The URL of a table with a format at its end is its data (as in Datasette). */
import { Hono } from 'hono'
import type { Context } from '../../context'
import { lineCount, loadDatasetForReading } from '../../datasets'
import { attachmentDisposition } from '../../http/content-disposition'
import type { HttpEnv } from '../../http/env'
import { limits } from '../../limits'
import { mergedValues } from '../filters/value-filter'
import { forward } from '../forward'
import { say } from '../messages'
import { pageParams } from '../page-query'
import { creationOrder, isOrdered, resultOf } from './read-table'
import { apiQuery, fileNameOf, isFiltered } from './state'

/** More lines than any dataset has. */
const everyLine = '1000000000'
/** Lines of the formats that do not have them all. */
const sizes: Readonly<Record<string, string>> = {
  json: String(limits.lines.maxSize),
  xlsx: String(limits.lines.sheetRows),
  ods: String(limits.lines.sheetRows),
}

export function dataRoutes(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.get('/dataset/:id/:file{table\\.(?:csv|json|xlsx|ods|geojson)}', async (c) => {
    const { id, file } = c.req.param()
    const format = file.slice('table.'.length)
    const params = mergedValues(pageParams(new URL(c.req.url).searchParams))
    const query = apiQuery(params)
    query.delete('page')
    const rows = await editableRows(c.get('ctx'), id)
    if (rows !== undefined && isOrdered(rows, query)) query.set('sort', creationOrder)
    query.set('format', format)
    query.set('size', sizes[format] ?? everyLine)
    const response = await forward(c, app, `/api/v1/datasets/${encodeURIComponent(id)}/lines?${query}`)
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

/** The number of rows of an editable dataset; undefined for others, and for those that the reader may not read: the API refuses them. */
async function editableRows(ctx: Context, id: string): Promise<number | undefined> {
  const read = await resultOf(loadDatasetForReading(ctx, id, 'readLines'))
  return 'value' in read && read.value.nature === 'rest' ? (lineCount(read.value.published) ?? 0) : undefined
}
