/** The grid of an editable dataset. */
import { Hono } from 'hono'
import { loadDataset } from '../../datasets'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { mergedValues } from '../filters/value-filter'
import { readForm } from '../form'
import { forward } from '../forward'
import { pageParams } from '../page-query'
import { type PageContext, sendPage, viewOf } from '../send'
import { copiedDataset, isCopied } from './copied-file'
import { GridPage } from './grid'

export function gridPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/dataset/:id/edit-data', async (c) => {
    const view = viewOf(c)
    const source = await copiedDataset(view, c.req.query('source'))
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'bulkLines')
    if (dataset.nature !== 'rest') throw problem('not-editable')
    const params = mergedValues(pageParams(view.here.searchParams))
    const beside = source && { source, rows: await rowsOf(c, dataset.id) }
    return sendPage(c, view, await GridPage({ view, dataset, params, beside }))
  })

  routes.post('/dataset/:id/file-beside', async (c) => {
    const view = viewOf(c)
    const form = await readForm(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'bulkLines')
    const page = `${view.baseUrl}/dataset/${dataset.id}/edit-data`
    const source = await copiedDataset(view, form.get('source'))
    if (!source) return c.redirect(page, 303)
    // Its rows are not, or no longer, those of the editable dataset: the page of the deletion names them.
    if (!isCopied(dataset, { source, rows: await rowsOf(c, dataset.id) }))
      return c.redirect(`${view.baseUrl}/dataset/${source.id}/delete`, 303)
    const answer = await forward(c, app, `/api/v1/datasets/${source.id}`, { method: 'DELETE' })
    return answer.ok ? c.redirect(page, 303) : answer
  })

  /** The rows as they are now: those of the description are counted afterwards. */
  async function rowsOf(c: PageContext, id: string): Promise<number | undefined> {
    const answer = await forward(c, app, `/api/v1/datasets/${id}/lines?size=0`)
    return answer.ok ? ((await answer.json()) as { total?: number }).total : undefined // a page of lines
  }

  return routes
}
