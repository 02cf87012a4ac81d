/** Pages that edit the metadata and access of a dataset, and delete it. */

import { Hono } from 'hono'
import { privateConcepts } from '../../accounts'
import { type Dataset, hasLines, loadDataset, readStatistics } from '../../datasets'
import { restorableUntil } from '../../datasets/trash'
import type { HttpEnv } from '../../http/env'
import { limits } from '../../limits'
import { stringConcepts } from '../../schema/concepts'
import { shortened } from '../../schema/cut-text'
import { type Field, nameOf } from '../../schema/field'
import type { Refused } from '../components/field'
import { allows } from '../dataset/frame'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import type { MessageKey } from '../messages'
import { impossibleValue, schemaOf, sentColumns } from '../new-dataset/columns'
import { usesNamedConcepts, withNamedConcepts } from '../new-dataset/named-concepts'
import { areTreated, checkTypes, type RetypedColumn } from '../publish/check-types'
import { chosenProjection } from '../publish/projection'
import { readFirstLines } from '../publish/read-draft'
import { remoteFileFrom } from '../publish/remote-file'
import { sendPage, viewOf } from '../send'
import { resultOf } from '../table/read-table'
import type { View } from '../view'
import { choicesOfAccount } from './account-choices'
import { columnsIn, constraintsIn, isRemoved, orderIn } from './column-rules'
import { areAccepted, type ColumnToRemove, columnsToRemove } from './columns-to-remove'
import { changesSince, dropUnchanged, renumber, schemaBase } from './concurrent-changes'
import { DeletePage } from './delete-form'
import { deletionEffectsOfDataset } from './deletion-effects'
import { endsBeforeStart, patchOf } from './form-patch'
import { historyIn } from './history-form'
import { EditPage } from './page'
import { refusedDescription } from './refused-input'
import { type UnlistedColumn, unlistedValues } from './unlisted-values'

/** The names of the properties that the page shows. */
const namesOf = {
  title: 'title',
  summary: 'summary',
  description: 'descriptionMarkdown',
  topics: 'facet:topics',
  license: 'licence',
  keywords: 'keywordsHelp',
  frequency: 'frequency',
  image: 'image',
  origin: 'origin',
  creator: 'creator',
  spatial: 'spatial',
  temporal: 'period',
} as const satisfies Record<string, MessageKey>
const isNamed = (key: string): key is keyof typeof namesOf => Object.hasOwn(namesOf, key)

/** The inputs of a refused form: questions about columns, and the input at fault. */
type Inputs = {
  retyped?: RetypedColumn[]
  removed?: ColumnToRemove[]
  unlisted?: UnlistedColumn[]
  refused?: Refused
}

export function editDatasetPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/dataset/:id/edit', async (c) => {
    const view = viewOf(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'writeDescription')
    const saved = c.req.query('saved')
    const offered = await choicesOfAccount(view, dataset)
    const statistics = await statisticsOf(view, dataset)
    const concepts = await privateConcepts(view.ctx, dataset.owner)
    const lines = await someLines(view, dataset)
    const page = <EditPage {...{ view, dataset, offered, concepts, statistics, lines, saved }} />
    return sendPage(c, view, page)
  })

  routes.post('/dataset/:id/edit', async (c) => {
    const view = viewOf(c)
    const form = await readForm(c)
    const dataset = await loadDataset(view.ctx, c.req.param('id'), 'writeDescription')
    const api = `/api/v1/datasets/${dataset.id}`
    const part = form.get('part')
    const offered = await choicesOfAccount(view, dataset)
    const shown = async (refusal: string | undefined, { status }: { status: number }, inputs: Inputs = {}) => {
      const concepts = await privateConcepts(view.ctx, dataset.owner)
      const statistics = await statisticsOf(view, dataset)
      const lines = await someLines(view, dataset)
      const page = <EditPage {...{ view, dataset, offered, concepts, statistics, lines, refusal, form }} {...inputs} />
      return sendPage(c, view, page, { status })
    }
    const isStructure = part === 'schema'
    if (isStructure && form.has('move')) return shown(undefined, { status: 200 })
    const { metadata, published } = dataset
    const base = form.get('base')
    if (isStructure && base !== null && base !== schemaBase(published.schema)) {
      renumber(form, published.schema)
      return shown(view.say('columnsChangedMeanwhile'), { status: 409 })
    }
    const isDescription = !isStructure && part !== 'remote-file' && part !== 'history'
    const patch = isDescription ? patchOf(form, offered, metadata) : {}
    const { changed, conflicts } = changesSince(patch, { base, metadata })
    if (conflicts.length > 0) {
      const stored = new Map<string, unknown>(Object.entries(metadata))
      const fields = conflicts.map((key) => otherVersion(view, key, stored.get(key))).join(', ')
      dropUnchanged(form, { patch, changed, metadata })
      return shown(view.say('changedMeanwhile', { fields }), { status: 409 })
    }
    const { fields, retyped } = isStructure ? await checkedFields(view, dataset, form) : { fields: [], retyped: [] }
    const removed = isStructure ? await columnsToRemove(view, dataset, form) : []
    const unlisted = isStructure ? await unlistedValues(view, dataset, { fields, form }) : []
    const columns = { retyped, removed, unlisted }
    const coded = fields.find(isTypedCode)
    if (coded) return shown(view.say('conceptIsText', { column: nameOf(coded) }), { status: 400 }, columns)
    if (isStructure && sentColumns(form).some((column) => impossibleValue(column) !== undefined))
      return shown(undefined, { status: 400 }, columns)
    if (endsBeforeStart(form)) {
      return shown(undefined, { status: 400 }, { refused: { input: 'end', text: view.say('periodReversed') } })
    }
    if (!areAccepted(removed)) return shown(view.say('acceptRemoval'), { status: 409 }, columns)
    if (!unlisted.every(({ isAccepted }) => isAccepted)) return shown(view.say('acceptList'), { status: 409 }, columns)
    if (!areTreated(retyped, form)) return shown(view.say('chooseInvalid'), { status: 409 }, columns)
    const answer = await forward(c, app, api, {
      method: 'PATCH',
      json: isStructure
        ? changedStructure(dataset, fields, form)
        : part === 'remote-file'
          ? { remoteFile: remoteFileFrom(form) }
          : part === 'history'
            ? historyIn(form)
            : changed,
    })
    if (!answer.ok) {
      const found = isDescription ? await refusedDescription(view, form, answer) : { refusal: await refusalOf(answer) }
      return 'refused' in found ? shown(undefined, answer, found) : shown(found.refusal, answer, columns)
    }
    const page = `${view.baseUrl}/dataset/${dataset.id}`
    if (form.get('then') === 'dataset') return c.redirect(page, 303)
    if (form.get('then') === 'grid') return c.redirect(`${page}/edit-data`, 303)
    return c.redirect(`${page}/edit?${new URLSearchParams({ saved: part ?? '' })}`, 303)
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
    const until = restorableUntil(view.ctx, dataset)
    if (!until && form.get('title')?.trim() !== dataset.metadata.title) {
      return sendPage(c, view, deletePage(view, dataset, true), { status: 400 })
    }
    const answer = await forward(c, app, `/api/v1/datasets/${dataset.id}`, { method: 'DELETE' })
    if (!answer.ok) return answer
    return c.redirect(until ? `${view.baseUrl}/settings/trash?deleted=${dataset.id}` : `${view.baseUrl}/`, 303)
  })

  return routes
}

/** Whether a column has a type other than the text that its concept requires. */
const isTypedCode = ({ type, 'x-refersTo': concept }: Field): boolean =>
  type !== 'string' && stringConcepts.has(concept ?? '')

/** The columns of a form, the one that it adds, and the projection of their coordinates. */
function changedStructure(dataset: Dataset, fields: readonly Field[], form: URLSearchParams) {
  const { published } = dataset
  const taken = published.schema.map(({ key }) => key)
  const kept = orderIn(form, fields.length).flatMap((at) => (isRemoved(form, at) ? [] : (fields[at] ?? [])))
  const at = placeOfNew(form, kept)
  const ordered = [...kept.slice(0, at), ...schemaOf(sentColumns(form), taken), ...kept.slice(at)]
  const schema = usesNamedConcepts(form) ? withNamedConcepts(ordered, taken) : ordered
  const projection = chosenProjection(form, dataset, { version: published, fields: schema })
  const constraints = dataset.nature === 'rest' ? constraintsIn(dataset.metadata, { fields, form }) : undefined
  return { schema, ...(projection ? { projection } : {}), ...(constraints ? { constraints } : {}) }
}

/** Where a form adds columns: before or after one, or at the end. */
function placeOfNew(form: URLSearchParams, columns: readonly Field[]): number {
  const at = columns.findIndex(({ key }) => key === (form.get('before') ?? form.get('after')))
  return at < 0 ? columns.length : at + (form.has('after') ? 1 : 0)
}

/** The columns of a form. Their types are checked for those who may read the values. */
async function checkedFields(view: View, dataset: Dataset, form: URLSearchParams) {
  const { published: version, nature } = dataset
  const corrected = columnsIn(dataset, form)
  const isTyped = nature === 'file' || nature === 'rest'
  if (!isTyped || !hasLines(dataset, version) || !allows(view, dataset, 'readLines'))
    return { fields: corrected, retyped: [] }
  return checkTypes({ view, dataset, version, corrected, isDraft: false, form })
}

/** The statistics of a dataset, for those who may read its rows. */
const statisticsOf = (view: View, dataset: Dataset) =>
  allows(view, dataset, 'readLines') ? readStatistics(view.ctx, { dataset }) : new Map()

/**
 * Rows whose values are held against concepts, for those who may read them. None of a virtual dataset, whose children have their own; nor
 * while the rows are read again with other columns.
 */
async function someLines(view: View, dataset: Dataset): Promise<Record<string, unknown>[]> {
  const { nature, published } = dataset
  const isStored = nature === 'file' || nature === 'rest'
  if (!isStored || !hasLines(dataset, published) || !allows(view, dataset, 'readLines')) return []
  const read = await resultOf(readFirstLines(view, dataset, { schema: published.schema, isDraft: false }))
  return 'value' in read ? read.value : []
}

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
      restorableUntil={restorableUntil(view.ctx, dataset)}
      action={`${address}/delete`}
      back={`${address}/edit`}
      refused={refused}
      losses={await deletionEffectsOfDataset(view, dataset)}
    />
  )
}

/** A property that someone else has changed, with their text. */
function otherVersion(view: View, key: string, value: unknown): string {
  const field = isNamed(key) ? view.say(namesOf[key]) : key
  return typeof value === 'string' && value !== ''
    ? view.say('otherVersion', { field, text: shortened(value, limits.pages.maxConflictChars) })
    : field
}
