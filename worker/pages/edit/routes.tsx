/** Pages that edit the metadata and access of a dataset, and delete it. */

import { Hono } from 'hono'
import { privateConcepts } from '../../accounts'
import { type Dataset, hasLines, loadDataset, readStatistics } from '../../datasets'
import type { HttpEnv } from '../../http/env'
import type { Field } from '../../schema/field'
import { forward } from '../data/forward'
import { allows } from '../dataset/frame'
import { schemaOf, sentColumns } from '../editable/columns'
import { readForm, refusalOf } from '../form'
import { correctedSchema } from '../publish/corrections'
import { chosenProjection } from '../publish/projection'
import { remoteFileFrom } from '../publish/remote-file'
import { areTreated, checkTypes, type RetypedColumn } from '../publish/retyped'
import { sendPage, viewOf } from '../send'
import type { View } from '../view'
import { endsBeforeStart, patchOf } from './changes'
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
    const refused = async (refusal: string, { status }: { status: number }, retyped?: RetypedColumn[]) => {
      const concepts = await privateConcepts(view.ctx, dataset.owner)
      const statistics = await statisticsOf(view, dataset)
      const page = <EditPage {...{ view, dataset, offered, concepts, statistics, refusal, retyped, form }} />
      return sendPage(c, view, page, { status })
    }
    const { fields, retyped } =
      part === 'schema' ? await checkedFields(view, dataset, form) : { fields: [], retyped: [] }
    if (endsBeforeStart(form)) return refused(view.say('periodReversed'), { status: 400 })
    if (!areTreated(retyped, form)) return refused(view.say('chooseInvalid'), { status: 409 }, retyped)
    const answer = await forward(c, app, api, {
      method: 'PATCH',
      json:
        part === 'schema'
          ? changedStructure(dataset, fields, form)
          : part === 'remote-file'
            ? { remoteFile: remoteFileFrom(form) }
            : patchOf(form, offered, dataset.metadata),
    })
    if (!answer.ok) return refused(await refusalOf(answer), answer, retyped)
    return c.redirect(`${view.baseUrl}/dataset/${dataset.id}/edit?${new URLSearchParams({ saved: part ?? '' })}`, 303)
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
function changedStructure(dataset: Dataset, fields: readonly Field[], form: URLSearchParams) {
  const { published } = dataset
  const taken = published.schema.map(({ key }) => key)
  const schema = [...fields, ...schemaOf(sentColumns(form), taken)]
  const projection = chosenProjection(form, dataset, { version: published, fields: schema })
  return { schema, ...(projection ? { projection } : {}) }
}

/** The columns of a form. Their types are checked for those who may read the values. */
async function checkedFields(view: View, dataset: Dataset, form: URLSearchParams) {
  const { published: version, nature } = dataset
  const corrected = correctedSchema(version, form)
  const isTyped = nature === 'file' || nature === 'rest'
  if (!isTyped || !hasLines(dataset, version) || !allows(view, dataset, 'readLines'))
    return { fields: corrected, retyped: [] }
  return checkTypes({ view, dataset, version, corrected, isDraft: false, form })
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
