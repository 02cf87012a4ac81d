/** Pages that edit the metadata and access of a dataset, and delete it. */
import { Hono } from 'hono'
import { loadDataset } from '../../datasets'
import type { HttpEnv } from '../../http/env'
import { forward } from '../data/forward'
import { readForm, refusalOf } from '../form'
import { correctedSchema } from '../publish/corrections'
import { sendPage, viewOf } from '../send'
import { openedTo, patchOf } from './changes'
import { DeletePage, EditPage } from './page'
import { topicsFor } from './topics'

export function editRoutes(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/dataset/:id/edit', async (c) => {
    const view = viewOf(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'writeDescription')
    const saved = c.req.query('saved') !== undefined
    const topics = await topicsFor(view, dataset)
    return sendPage(c, view, <EditPage view={view} dataset={dataset} topics={topics} saved={saved} />)
  })

  routes.post('/dataset/:id/edit', async (c) => {
    const view = viewOf(c)
    const form = await readForm(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'writeDescription')
    const api = `/api/v1/datasets/${dataset.id}`
    const part = form.get('part')
    const topics = await topicsFor(view, dataset)
    const answer =
      part === 'access'
        ? await forward(c, app, `${api}/permissions`, {
            method: 'PUT',
            json: openedTo(dataset.permissions, form.get('access') === 'public'),
          })
        : await forward(c, app, api, {
            method: 'PATCH',
            json: part === 'schema' ? { schema: correctedSchema(dataset.published, form) } : patchOf(form, topics),
          })
    if (answer.ok) return c.redirect(`${view.baseUrl}/dataset/${dataset.id}/edit?saved=`, 303)
    const page = (
      <EditPage view={view} dataset={dataset} topics={topics} refusal={await refusalOf(answer)} form={form} />
    )
    return sendPage(c, view, page, answer)
  })

  routes.get('/dataset/:id/delete', async (c) => {
    const view = viewOf(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'delete')
    return sendPage(c, view, <DeletePage view={view} dataset={dataset} />)
  })

  routes.post('/dataset/:id/delete', async (c) => {
    const view = viewOf(c)
    const form = await readForm(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'delete')
    if (form.get('title')?.trim() !== dataset.metadata.title) {
      return sendPage(c, view, <DeletePage view={view} dataset={dataset} refused />, { status: 400 })
    }
    const answer = await forward(c, app, `/api/v1/datasets/${dataset.id}`, { method: 'DELETE' })
    return answer.ok ? c.redirect(`${view.baseUrl}/`, 303) : answer
  })

  return routes
}
