/** The URL of a table with a format at its end is its data (as in Datasette). */
import { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import { limits } from '../../limits'
import { pageParams } from '../address'
import { apiQuery } from '../table/state'
import { forward } from './forward'

/** More lines than any dataset has. */
const everyLine = '1000000000'

export function dataRoutes(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.get('/dataset/:id/:file{table\\.(?:csv|json|xlsx|ods|geojson)}', (c) => {
    const { id, file } = c.req.param()
    const format = file.slice('table.'.length)
    const query = apiQuery(pageParams(new URL(c.req.url).searchParams))
    query.delete('page')
    query.set('format', format)
    query.set('size', format === 'csv' ? everyLine : String(limits.lines.maxSize))
    return forward(c, app, `/api/v1/datasets/${encodeURIComponent(id)}/lines?${query}`)
  })
  return routes
}
