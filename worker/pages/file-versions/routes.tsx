import { Hono } from 'hono'
import { loadDataset } from '../../datasets'
import type { HttpEnv } from '../../http/env'
import { JournalTab } from '../dataset/journal-tab'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { type PageContext, sendPage, viewOf } from '../send'

/** The forms of the earlier files of a dataset. A restored file is reviewed like a new one before it is published. */
export function fileVersionPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  const api = (c: PageContext) =>
    `/api/v1/datasets/${c.req.param('id')}/file-versions/${encodeURIComponent(c.req.param('version') ?? '')}`
  const page = (c: PageContext) => `${c.get('ctx').baseUrl}/dataset/${c.req.param('id')}`

  // The address of a refused form.
  routes.get('/dataset/:id/file-versions/:version/:action', (c) => c.redirect(`${page(c)}/journal`, 303))

  routes.post('/dataset/:id/file-versions/:version/restore', async (c) => {
    await readForm(c)
    const answer = await forward(c, app, `${api(c)}/restore?draft=never`, { method: 'POST', json: {} })
    return answer.ok ? c.redirect(`${page(c)}/review`, 303) : refuse(c, answer)
  })

  routes.post('/dataset/:id/file-versions/:version/delete', async (c) => {
    await readForm(c)
    const answer = await forward(c, app, api(c), { method: 'DELETE' })
    return answer.ok ? c.redirect(`${page(c)}/journal`, 303) : refuse(c, answer)
  })

  return routes
}

async function refuse(c: PageContext, answer: Response): Promise<Response> {
  const view = viewOf(c)
  const dataset = await loadDataset(view.ctx, c.req.param('id') ?? '', 'readJournal')
  const notice = (
    <p class="notice danger" role="alert">
      {await refusalOf(answer)}
    </p>
  )
  return sendPage(c, view, <JournalTab view={view} dataset={dataset} notice={notice} />, { status: answer.status })
}
