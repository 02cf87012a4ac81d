/** Pages that add columns to a dataset: from a formula, another dataset or a service. */
import { Hono } from 'hono'
import { privateConcepts } from '../../accounts'
import { type Dataset, loadDataset, readStatistics } from '../../datasets'
import {
  actionColumns,
  type Extension,
  type ExtensionPreview,
  identityOf,
  previewExtension,
} from '../../datasets/extensions'
import { listDatasets, listQuery } from '../../datasets/list'
import { Problem, problem, reasonOf } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { accountsOf, referenceOf } from '../../identity'
import { limits } from '../../limits'
import { datasetServicePrefix, listServices, serviceActor } from '../../remote-services'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { pageParams } from '../page-query'
import { printedText, problemText } from '../problem-text'
import { type PageContext, sendPage, viewOf } from '../send'
import type { View } from '../view'
import { changedExtension, extensionOf, formOf, type Origin, originOf, serviceAction } from './choice'
import type { Choices } from './fields'
import { formulaColumns } from './formula-problem'
import { decimalComma, formulaNotation, spreadsheetNotation, titledColumn } from './formula-words'
import { ExtensionPage } from './page'
import { resultType } from './result-type'

export function extensionPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/dataset/:id/add-column', async (c) => {
    const view = viewOf(c)
    pageParams(view.here.searchParams)
    const { searchParams } = view.here
    return showPage(c, app, view, searchParams)
  })

  routes.post('/dataset/:id/add-column', async (c) => {
    const view = viewOf(c)
    const dataset = await opened(view, c)
    const sent = await readForm(c)
    const form = await withResultType(view, dataset, sent)
    const before = dataset.metadata.extensions ?? []
    const removed = form.get('remove')
    const edited = editedIn(form, dataset)
    const extension = removed === null ? describedBy(form, edited) : undefined
    const extensions =
      removed === null
        ? before.toSpliced(edited?.at ?? before.length, 1, ...(extension ? [extension] : []))
        : before.filter((_, at) => at !== Number(removed))
    const answer = await forward(c, app, `/api/v1/datasets/${dataset.id}`, { method: 'PATCH', json: { extensions } })
    if (!answer.ok) return showPage(c, app, view, sent, answer)
    const address = `${view.baseUrl}/dataset/${dataset.id}`
    if (removed !== null || edited) return c.redirect(`${address}/edit#extensions`, 303)
    // The table confirms the new columns, and scrolls to the first.
    const added = extension ? `?${new URLSearchParams({ added: identityOf(extension) })}` : ''
    return c.redirect(`${address}/table${added}`, 303)
  })

  return routes
}

type Edited = { at: number; stored: Extension }

/** The stored extension that a form changes, by its place. */
function editedIn(form: URLSearchParams, { metadata }: Dataset): Edited | undefined {
  const at = form.get('edit') === null ? -1 : Number(form.get('edit'))
  const stored = metadata.extensions?.[at]
  return stored && { at, stored }
}

function describedBy(form: URLSearchParams, edited: Edited | undefined): Extension | undefined {
  const described = extensionOf(form)
  return described && edited ? changedExtension(edited.stored, described) : described
}

/** The form of a formula with the type of its results, where no other is chosen. */
async function withResultType(view: View, dataset: Dataset, form: URLSearchParams): Promise<URLSearchParams> {
  const extension = form.get('type') ? undefined : extensionOf(form)
  if (extension?.type !== 'exprEval') return form
  const { preview } = await previewed(view, dataset, extension, editedIn(form, dataset)?.at)
  if (!preview) return form
  const typed = new URLSearchParams(form)
  typed.set(
    'type',
    resultType(
      extension.expr,
      preview.lines,
      formulaColumns(dataset).map(({ key }) => key),
    ),
  )
  return typed
}

async function opened(view: View, c: PageContext): Promise<Dataset> {
  const dataset = await loadDataset(view.ctx, c.req.param('id') ?? '', 'writeDescriptionBreaking')
  if (dataset.nature !== 'file' && dataset.nature !== 'rest') throw problem('extension-not-here')
  return dataset
}

async function showPage(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  view: View,
  sent: URLSearchParams,
  refused?: Response,
): Promise<Response> {
  const dataset = await opened(view, c)
  const edited = editedIn(sent, dataset)
  // The link to an extension has its place alone.
  const form = edited && !sent.has('from') ? formOf(edited.stored) : sent
  const origin = originOf(form)
  const extension = describedBy(await withResultType(view, dataset, form), edited)
  const choices = await choicesOf(c, app, { view, dataset, origin, form })
  const isComplete = hasInputs(choices, form)
  const { preview, refusal } = extension && isComplete ? await previewed(view, dataset, extension, edited?.at) : {}
  return sendPage(
    c,
    view,
    <ExtensionPage
      view={view}
      dataset={dataset}
      origin={origin}
      form={form}
      edited={edited?.at}
      choices={choices}
      incomplete={preview ? await incompleteNumbers(view, dataset) : new Set()}
      preview={preview}
      refusal={refused ? await refusalOf(refused) : refusal}
    />,
    refused ? { status: refused.status } : {},
  )
}

/** The keys of the columns of numbers with empty cells. */
async function incompleteNumbers({ ctx }: View, dataset: Dataset): Promise<ReadonlySet<string>> {
  const statistics = await readStatistics(ctx, { dataset })
  const fields = dataset.published.schema.filter(
    ({ key, type }) => (type === 'integer' || type === 'number') && (statistics.get(key)?.empty ?? 0) > 0,
  )
  return new Set(fields.map(({ key }) => key))
}

/** Whether the chosen action has what it needs: a column that was chosen, or one with the concept. */
function hasInputs({ inputs }: Choices, form: URLSearchParams): boolean {
  const known = inputs.filter(({ name, column }) => column !== undefined || form.get(`input-${name}`))
  return inputs.length === 0 || (known.length > 0 && inputs.every((one) => !one.required || known.includes(one)))
}

/** The preview, or why the extension is refused: the form is shown in both cases. */
async function previewed(
  view: View,
  dataset: Dataset,
  extension: Extension,
  at?: number,
): Promise<{ preview?: ExtensionPreview; refusal?: string }> {
  try {
    return { preview: await previewExtension(view.ctx, { id: dataset.id, extension, at }) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return {
      refusal: refusalIn(view, error, { dataset, formula: extension.type === 'exprEval' ? extension.expr : '' }),
    }
  }
}

/** Why an extension is refused, for a person: without what programs look for, and without alarm while a formula is typed. */
function refusalIn(
  { say, ctx }: View,
  { code, params }: Problem,
  { dataset, formula }: { dataset: Dataset; formula: string },
): string {
  if (code === 'expression-invalid') {
    const reasons = reasonOf({ code, params })
    const titled = titledColumn(formula, formulaColumns(dataset))
    if (titled) return say('formulaTitle', titled)
    const decimal = decimalComma(reasons.en, formula)
    if (decimal) return say('formulaDecimalComma', { written: decimal, right: decimal.replace(',', '.') })
    const notation = spreadsheetNotation(reasons.en, formula)
    if (notation) return say(notation, formulaNotation)
    const reason = printedText(reasons[ctx.language], ctx.language)
    return /\bTEOF\b/.test(reason) ? say('formulaIncomplete') : say('formulaUnreadable', { reason })
  }
  return problemText({ code, params }, ctx.language).replace(/^\[noretry\] /, '')
}

async function choicesOf(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  { view, dataset, origin, form }: { view: View; dataset: Dataset; origin: Origin; form: URLSearchParams },
): Promise<Choices> {
  const none: Choices = { datasets: [], services: [], unusedServices: [], inputs: [], outputs: [], concepts: [] }
  if (origin === 'formula') return { ...none, concepts: await privateConcepts(view.ctx, dataset.owner) }
  if (origin === 'dataset') {
    const query = listQuery.parse({
      can: 'readLines',
      queryable: 'true',
      size: String(limits.pages.copySources),
      sort: '-updatedAt',
    })
    const { results } = await listDatasets(view.ctx, query)
    const datasets = results.filter(({ id }) => id !== dataset.id).map(({ id, title }) => ({ id, title }))
    const source = datasets.find(({ id }) => id === form.get('source'))
    const chosen = source && (await loadDataset(view.ctx, source.id, 'readSchema'))
    return { ...none, datasets, outputs: chosen?.published.schema ?? [] }
  }
  if (origin !== 'service') return none
  const accounts = accountsOf(serviceActor(view.ctx))
  const owner = referenceOf({ type: dataset.owner.type, id: dataset.owner.id })
  const params = new URLSearchParams({ canUse: 'true' })
  params.set('size', String(limits.pages.copySources))
  const isOwn = accounts.includes(owner)
  if (isOwn) params.set('privateAccess', owner)
  const answer = await forward(c, app, `/api/v1/remote-services-actions?${params}`)
  // Written by `listActions`.
  const { results = [] } = answer.ok ? ((await answer.json()) as { results?: ListedAction[] }) : {}
  const unusedServices = async () => {
    const listed = await listServices(view.ctx, {
      size: String(limits.pages.copySources),
      ...(isOwn ? { privateAccess: owner } : {}),
    })
    // Built by `presentService`, which has these keys.
    return (listed.results as { id: string; title: string }[]).filter(({ id }) => !id.startsWith(datasetServicePrefix))
  }
  const itself = datasetServicePrefix + dataset.id
  const services = results
    .filter(({ action, remoteService }) => action.canUse && remoteService.id !== itself)
    .map(({ title, action, remoteService }) => ({ value: `${remoteService.id} ${action.id}`, title }))
  const chosen = services.find(({ value }) => value === form.get('service'))
  if (services.length === 0) return { ...none, unusedServices: await unusedServices() }
  if (!chosen) return { ...none, services }
  const [serviceId, actionId] = serviceAction(chosen.value)
  const { inputs, outputs } = await actionColumns(view.ctx, { dataset, serviceId, actionId })
  return { ...none, services, inputs, outputs }
}

type ListedAction = { title: string; action: { id: string; canUse: boolean }; remoteService: { id: string } }
