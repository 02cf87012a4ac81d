/** Pages that edit the metadata and access of a dataset, and delete it. */

import { Hono } from 'hono'
import { privateConcepts } from '../../accounts'
import { type Dataset, loadDataset, readStatistics } from '../../datasets'
import type { HttpEnv } from '../../http/env'
import { forward } from '../data/forward'
import { allows } from '../dataset/frame'
import { schemaOf, sentColumns } from '../editable/columns'
import { readForm, refusalOf } from '../form'
import { correctedSchema } from '../publish/corrections'
import { chosenProjection } from '../publish/projection'
import { remoteFileFrom } from '../publish/remote-file'
import { sendPage, viewOf } from '../send'
import type { View } from '../view'
import { patchOf } from './changes'
import { DeletePage } from './delete-form'
import { lossesOfDataset } from './losses'
import { offeredTo } from './offered'
import { EditPage } from './page'

export function editRoutes(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/dataset/:id/edit', async (c) => {
    const view = viewOf(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'writeDescription')
    const saved = c.req.query('saved')
    const offered = await offeredTo(view, dataset)
    const statistics = await statisticsOf(view, dataset)
    const concepts = await privateConcepts(view.ctx, dataset.owner)
    const page = <EditPage {...{ view, dataset, offered, concepts, statistics, saved }} />
    return sendPage(c, view, page)
  })

  routes.post('/dataset/:id/edit', async (c) => {
    const view = viewOf(c)
    const form = await readForm(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'writeDescription')
    const api = `/api/v1/datasets/${dataset.id}`
    const part = form.get('part')
    const offered = await offeredTo(view, dataset)
    const answer = await forward(c, app, api, {
      method: 'PATCH',
      json:
        part === 'schema'
          ? changedStructure(dataset, form)
          : part === 'remote-file'
            ? { remoteFile: remoteFileFrom(form) }
            : patchOf(form, offered, dataset.metadata),
    })
    if (answer.ok)
      return c.redirect(`${view.baseUrl}/dataset/${dataset.id}/edit?${new URLSearchParams({ saved: part ?? '' })}`, 303)
    const page = (
      <EditPage
        view={view}
        dataset={dataset}
        offered={offered}
        concepts={await privateConcepts(view.ctx, dataset.owner)}
        statistics={await statisticsOf(view, dataset)}
        refusal={await refusalOf(answer)}
        form={form}
      />
    )
    return sendPage(c, view, page, answer)
  })

  routes.post('/dataset/:id/retry', async (c) => {
    const view = viewOf(c)
    await readForm(c)
    const { id } = await loadDataset(view.ctx, c.req.param('id'), 'writeDescription')
    const answer = await forward(c, app, `/api/v1/datasets/${id}`, { method: 'PATCH', json: {} })
    return answer.ok ? c.redirect(`${view.baseUrl}/dataset/${id}`, 303) : answer
  })

  routes.get('/dataset/:id/delete', async (c) => {
    const view = viewOf(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'delete')
    return sendPage(c, view, deletePage(view, dataset))
  })

  routes.post('/dataset/:id/delete', async (c) => {
    const view = viewOf(c)
    const form = await readForm(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'delete')
    if (form.get('title')?.trim() !== dataset.metadata.title) {
      return sendPage(c, view, deletePage(view, dataset, true), { status: 400 })
    }
    const answer = await forward(c, app, `/api/v1/datasets/${dataset.id}`, { method: 'DELETE' })
    return answer.ok ? c.redirect(`${view.baseUrl}/`, 303) : answer
  })

  return routes
}

/** The columns of a form, the one that it adds, and the projection of their coordinates. */
function changedStructure(dataset: Dataset, form: URLSearchParams) {
  const { published } = dataset
  const taken = published.schema.map(({ key }) => key)
  const schema = [...correctedSchema(published, form), ...schemaOf(sentColumns(form), taken)]
  const projection = chosenProjection(form, dataset, { version: published, fields: schema })
  return { schema, ...(projection ? { projection } : {}) }
}

/** The statistics of a dataset, for those who may read its rows. */
const statisticsOf = (view: View, dataset: Dataset) =>
  allows(view, dataset, 'readLines') ? readStatistics(view.ctx, { dataset }) : new Map()

async function deletePage(view: View, dataset: Dataset, refused = false) {
  const { id, metadata } = dataset
  const address = `${view.baseUrl}/dataset/${id}`
  return (
    <DeletePage
      view={view}
      section="datasets"
      heading="deleteDataset"
      confirmation="deleteConfirm"
      title={metadata.title}
      action={`${address}/delete`}
      back={`${address}/edit`}
      refused={refused}
      losses={await lossesOfDataset(view, dataset)}
    />
  )
}
