/** What other sites may frame: a table, a map, a chart, the files. They speak for nobody: no session, no key. */
import { Hono } from 'hono'
import type { Context } from '../../context'
import { loadDatasetForReading, readStatistics, withoutLines } from '../../datasets'
import type { HttpEnv } from '../../http/env'
import { pageParams } from '../address'
import { ChartView } from '../charts/tab'
import { FilesView } from '../files/tab'
import { Document } from '../layout'
import { MapView } from '../map/tab'
import { pagePolicy } from '../policy'
import { sendPage, viewOf } from '../send'
import { TableView } from '../table/tab'

export const embedRoutes = new Hono<HttpEnv>()

embedRoutes.get('/embed/dataset/:id/:part{(?:table|map|charts|search-files)}', async (c) => {
  const seen = viewOf(c)
  const ctx: Context = { ...seen.ctx, identity: { actor: { type: 'anonymous' } } }
  const view = { ...seen, ctx }
  const dataset = await loadDatasetForReading(ctx, c.req.param('id'), 'readLines')
  if (!dataset.published.lines) throw withoutLines(dataset)
  const part = c.req.param('part')
  const input = {
    view,
    dataset,
    params: pageParams(view.here.searchParams),
    statistics: await readStatistics(ctx, { dataset }),
    address: `${view.baseUrl}/embed/dataset/${dataset.id}/${part}`,
  }
  const shown = part === 'table' ? TableView : part === 'map' ? MapView : part === 'charts' ? ChartView : FilesView
  const page = (
    <Document view={view} title={dataset.metadata.title} islands={part === 'map' ? ['map'] : ['swap']} bare>
      <main class="wide embed">
        {await shown(input)}
        <p class="embed-source">
          <a href={`${view.baseUrl}/dataset/${dataset.id}`} target="_blank" rel="noopener">
            {dataset.metadata.title}
          </a>
        </p>
      </main>
    </Document>
  )
  return sendPage(c, view, page, { policy: pagePolicy(view.nonce, 'anyone') })
})
