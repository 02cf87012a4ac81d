/** The page that creates an editable dataset: empty, with columns of another, or with rows of a file. */
import { Hono } from 'hono'
import { type PrivateConcept, privateConcepts } from '../../accounts'
import type { Context } from '../../context'
import { type Dataset, loadDataset } from '../../datasets'
import { listDatasets, listQuery } from '../../datasets/list'
import { Problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { accountsOf, referenceOf } from '../../identity'
import { limits } from '../../limits'
import { datasetServicePrefix, listServices, serviceActor } from '../../remote-services'
import type { Field } from '../../schema/field'
import { allows } from '../dataset/frame'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { type PageContext, sendPage, viewOf } from '../send'
import { isSignedIn, signInTo } from '../session/required'
import type { View } from '../view'
import { emptyColumn, impossibleValue, type NewColumn, schemaOf, sentColumns } from './columns'
import { descriptionOf, isReplaced, moveAccess } from './from-file'
import { namedConcepts, usesNamedConcepts, withNamedConcepts } from './named-concepts'
import { CreationPage, type Start, standardPrefix } from './page'
import { filledTemplate } from './templates'

export function newDatasetPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/new-dataset', async (c) => {
    const source = c.req.query('source')
    const { language } = viewOf(c)
    // The dataset of a file is gone once its rows are copied: someone goes back.
    if (source && c.req.query('from') === 'file' && !(await isThere(viewOf(c), source)))
      return c.redirect(`${c.get('ctx').baseUrl}/new-dataset?start=file`, 303)
    const template = filledTemplate(c.req.query('template'), language)
    if (template) return showForm(c, new URLSearchParams({ start: 'empty', ...firstChoices }), { template })
    const start = source ? 'copy' : startOf(c.req.query('start'))
    const isContinued = c.req.query('continue') !== undefined
    const prefilled = new URLSearchParams({ start, ...(isContinued ? {} : firstChoices) })
    for (const name of ['source', 'from', ...(isContinued ? ['history', 'historyForEditors', 'authors'] : [])]) {
      const value = c.req.query(name)
      if (value) prefilled.set(name, value)
    }
    return showForm(c, prefilled, { isContinued })
  })

  routes.post('/new-dataset', async (c) => {
    const view = viewOf(c)
    if (!isSignedIn(view)) return signInTo(c, view)
    const form = await readForm(c)
    const [action, at] = (form.get('action') ?? '').split('-')
    if (action === 'add' || action === 'next') {
      const columns = sentColumns(form)
      // A column without a title is the next one.
      const added = columns.length - (columns.at(-1)?.title === '' ? 1 : 0)
      return showForm(c, form, { added: Math.min(added, limits.pages.maxNewColumns - 1) })
    }
    if (action === 'remove') return showForm(c, form, { removed: Number(at) })
    if (sentColumns(form).some((column) => impossibleValue(column) !== undefined))
      return showForm(c, form, { isImpossible: true })
    const source = form.get('from') === 'file' ? await fileDataset(c, form.get('source')) : undefined
    const deletesSource =
      source !== undefined && isReplaced(source) && form.has('data') && allows(view, source, 'delete')
    const json = { ...(source ? descriptionOf(source) : {}), ...creationOf(form, deletesSource) }
    const answer = await forward(c, app, '/api/v1/datasets', { method: 'POST', json })
    if (!answer.ok) return showForm(c, form, { refused: answer })
    const { id } = (await answer.json()) as { id: string } // a dataset
    if (source) await moveAccess(c, app, { source, id })
    const query = source && form.has('data') ? `?${new URLSearchParams({ source: source.id })}` : ''
    return c.redirect(`${c.get('ctx').baseUrl}/dataset/${id}/edit-data${query}`, 303)
  })

  return routes
}

async function isThere({ ctx }: View, id: string): Promise<boolean> {
  try {
    await loadDataset(ctx, id, 'readDescription')
    return true
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return false
    throw error
  }
}

/** The dataset of the file that the form began with. */
async function fileDataset(c: PageContext, id: string | null): Promise<Dataset | undefined> {
  const dataset = id ? await loadDataset(viewOf(c).ctx, id, 'readDescription') : undefined
  return dataset?.nature === 'file' ? dataset : undefined
}

/** The choices of a new form. */
const firstChoices = { history: 'true', historyForEditors: 'true', ...namedConcepts }

const startOf = (text: string | null | undefined): Start =>
  (['template', 'copy', 'file'] as const).find((start) => start === text) ?? 'empty'

/** The body of `POST /datasets`. @param deletesSource once its rows are copied */
function creationOf(form: URLSearchParams, deletesSource: boolean): Record<string, unknown> {
  const chosen = form.get('source')
  const isModel = chosen?.startsWith(standardPrefix) === true
  const source = isModel ? chosen?.slice(standardPrefix.length) : chosen
  const isCopy = startOf(form.get('start')) === 'copy' && source
  return {
    isRest: true,
    title: form.get('title')?.trim() ?? '',
    rest: {
      history: form.has('history'),
      historyForEditors: form.has('historyForEditors'),
      storeUpdatedBy: form.has('authors'),
    },
    ...(isCopy
      ? {
          initFrom: {
            dataset: source,
            parts: ['schema', 'primaryKey', ...(form.has('data') && !isModel ? ['data'] : [])],
            ...(deletesSource ? { deleteSource: true } : {}),
          },
        }
      : { schema: chosenSchema(form) }),
  }
}

function chosenSchema(form: URLSearchParams): Field[] {
  const schema = schemaOf(sentColumns(form))
  return usesNamedConcepts(form) ? withNamedConcepts(schema) : schema
}

type Change = {
  added?: number
  removed?: number
  refused?: Response
  /** A column has an allowed value that no cell can have. */
  isImpossible?: boolean
  template?: { title: string; columns: NewColumn[] }
  isContinued?: boolean
}

async function showForm(c: PageContext, form: URLSearchParams, change: Change = {}): Promise<Response> {
  const view = viewOf(c)
  const { ctx } = view
  if (!isSignedIn(view)) return signInTo(c, view)
  const start = startOf(form.get('start'))
  const query = listQuery.parse({ can: 'readLines', size: String(limits.pages.copySources), sort: '-updatedAt' })
  // A draft that was never published has no columns to copy.
  const listed = start === 'copy' ? (await listDatasets(ctx, query)).results : []
  const sources = listed.filter(({ status }) => status !== 'draft')
  const standards = start === 'copy' || start === 'template' ? await standardsFor(ctx) : []
  const chosen = form.get('source')?.replace(standardPrefix, '')
  const source = chosen ? await loadDataset(ctx, chosen, 'readDescription') : undefined
  const { template } = change
  const columns = (template?.columns ?? sentColumns(form)).filter((_, at) => at !== change.removed)
  const { added, refused } = change
  return sendPage(
    c,
    view,
    <CreationPage
      view={view}
      start={start}
      title={form.get('title') ?? source?.metadata.title ?? (template ? await freeTitle(ctx, template.title) : '')}
      concepts={await ownConcepts(ctx)}
      columns={added === columns.length ? [...columns, emptyColumn] : columns}
      added={added}
      sources={
        source && form.get('source') === source.id && !sources.some(({ id }) => id === source.id)
          ? [{ id: source.id, title: source.metadata.title }, ...sources]
          : sources
      }
      standards={standards}
      source={source}
      isModel={form.get('source')?.startsWith(standardPrefix) === true}
      usesNames={usesNamedConcepts(form)}
      keepsHistory={form.has('history')}
      isHistoryPrivate={form.has('historyForEditors')}
      keepsAuthors={form.has('authors')}
      isFromFile={form.get('from') === 'file'}
      isContinued={change.isContinued === true}
      isChanged={form.has('title')}
      refusal={refused && (await refusalOf(refused))}
    />,
    { status: refused?.status ?? (change.isImpossible ? 400 : 200) },
  )
}

/** A title that no dataset of the active account has: the title itself, else with a number. */
async function freeTitle(ctx: Context, title: string): Promise<string> {
  const actor = 'actor' in ctx.identity ? ctx.identity.actor : undefined
  if (actor?.type !== 'user') return title
  const candidates = [title, ...Array.from({ length: limits.pages.numberedTitles }, (_, at) => `${title} ${at + 2}`)]
  const size = String(candidates.length)
  // The filter takes titles separated by commas, which those of templates do not have.
  const query = listQuery.parse({ title: candidates.join(','), owner: referenceOf(actor.account), size })
  const taken = new Set((await listDatasets(ctx, query)).results.map((dataset) => dataset.title))
  return candidates.find((one) => !taken.has(one)) ?? title
}

/** Concepts of the account that the dataset will belong to. */
async function ownConcepts(ctx: Context): Promise<PrivateConcept[]> {
  const actor = 'actor' in ctx.identity ? ctx.identity.actor : undefined
  return actor?.type === 'user' ? privateConcepts(ctx, actor.account) : []
}

/** Datasets offered as templates of columns, among those that the reader may read. */
async function standardsFor(ctx: Context): Promise<{ id: string; title: string }[]> {
  const size = String(limits.pages.copySources)
  const accounts = accountsOf(serviceActor(ctx)).join(',')
  const { results } = await listServices(ctx, { 'standard-schema': 'true', privateAccess: accounts, size })
  const ids = results.map(({ id }) => String(id).slice(datasetServicePrefix.length))
  if (ids.length === 0) return []
  const query = listQuery.parse({ ids: ids.join(','), can: 'readDescription', size, sort: 'title' })
  return (await listDatasets(ctx, query)).results.map(({ id, title }) => ({ id, title }))
}
