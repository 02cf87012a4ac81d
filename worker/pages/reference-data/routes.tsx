/** The page of what a dataset offers to other datasets and to forms. */
import { Hono } from 'hono'
import { loadDataset } from '../../datasets'
import type { HttpEnv } from '../../http/env'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { sendPage, viewOf } from '../send'
import { changedReferenceData } from './form-changes'
import { ReferenceDataPage } from './page'

export function referenceDataPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/dataset/:id/reference-data', async (c) => {
    const view = viewOf(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'manageMasterData')
    const saved = c.req.query('saved') !== undefined
    return sendPage(c, view, <ReferenceDataPage view={view} dataset={dataset} saved={saved} />)
  })

  routes.post('/dataset/:id/reference-data', async (c) => {
    const view = viewOf(c)
    const form = await readForm(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'manageMasterData')
    const masterData = changedReferenceData(dataset.metadata.masterData ?? {}, form)
    const answer = await forward(c, app, `/api/v1/datasets/${dataset.id}`, { method: 'PATCH', json: { masterData } })
    if (answer.ok) return c.redirect(`${view.baseUrl}/dataset/${dataset.id}/reference-data?saved=`, 303)
    const refusal = await refusalOf(answer)
    const page = <ReferenceDataPage view={view} dataset={dataset} saved={false} refusal={refusal} form={form} />
    return sendPage(c, view, page, answer)
  })

  return routes
}
