/** The pages of collectors. Each form is forwarded to the API. */
import { Hono } from 'hono'
import { schedulingSchema } from '../../collectors'
import type { PluginDescription, SourcePreview } from '../../collectors/plugins'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { contentEtag } from '../../http/etag'
import { limits } from '../../limits'
import { excerptOf } from '../../schema/cut-text'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { problemText } from '../problem-text'
import { type PageContext, sendPage, viewOf } from '../send'
import { userOf } from '../settings/account'
import { type ConfigValues, configFrom } from './config-form'
import { ChoicePage, CreationPage, type Draft } from './creation'
import { CollectorsPage } from './list'
import { CollectorPage } from './page'
import { type CollectorView, type LogView, pluginsById, type RunView, readApi, writableDatasets } from './read'
import { schedulingFrom } from './schedule-form'

const api = '/api/v1/collectors'

export function collectorPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/collectors', async (c) => {
    const user = userOf(c)
    const view = viewOf(c)
    const [{ results }, plugins] = await Promise.all([
      readApi<{ results: CollectorView[] }>(c, app, `${api}?size=${limits.pages.collectors}`),
      pluginsById(c, app),
    ])
    const mayCreate = user.role === 'admin'
    return sendPage(
      c,
      view,
      <CollectorsPage view={view} collectors={results} plugins={plugins} mayCreate={mayCreate} />,
    )
  })

  routes.get('/new-collector', async (c) => {
    userOf(c)
    const view = viewOf(c)
    const plugins = await pluginsById(c, app)
    const plugin = plugins.get(c.req.query('plugin') ?? '')
    if (!plugin) return sendPage(c, view, <ChoicePage view={view} plugins={[...plugins.values()]} />)
    const draft: Draft = { title: '', config: {}, scheduling: [], active: true }
    const datasets = await writableDatasets(c, app)
    return sendPage(c, view, <CreationPage view={view} plugin={plugin} draft={draft} datasets={datasets} />)
  })

  routes.post('/new-collector/test', async (c) => {
    const { plugin, draft } = await typed(c)
    const path = `/api/v1/collector-plugins/${encodeURIComponent(plugin.id)}/_preview`
    const answer = await forward(c, app, path, { method: 'POST', json: { config: draft.config } })
    const view = viewOf(c)
    const result = answer.ok
      ? // The shape that the route documents.
        { preview: (await answer.json()) as SourcePreview }
      : { refusal: await refusalOf(answer) }
    const datasets = await writableDatasets(c, app)
    const page = <CreationPage view={view} plugin={plugin} draft={draft} datasets={datasets} {...result} />
    return noStore(await sendPage(c, view, page))
  })

  routes.post('/new-collector', async (c) => {
    const { plugin, draft, scheduling } = await typed(c)
    const json = { title: draft.title, plugin: plugin.id, config: draft.config, scheduling, active: draft.active }
    const answer = await forward(c, app, api, { method: 'POST', json })
    if (answer.ok) {
      // The id is all that is read of it.
      const { id } = (await answer.json()) as { id: string }
      return c.redirect(`${c.get('ctx').baseUrl}/collector/${id}`, 303)
    }
    const view = viewOf(c)
    const refusal = await refusalOf(answer)
    const datasets = await writableDatasets(c, app)
    const page = <CreationPage view={view} plugin={plugin} draft={draft} datasets={datasets} refusal={refusal} />
    return noStore(await sendPage(c, view, page, { status: answer.status }))
  })

  routes.get('/collector/:id', (c) => show(c, c.req.param('id')))

  routes.post('/collector/:id/:action{(?:run|stop|active|edit|webhook-key|delete)}', async (c) => {
    const { id, action } = c.req.param()
    const form = await readForm(c)
    if (action === 'edit') return edit(c, id, form)
    const answer = await act(c, { id, action, form })
    if (!answer.ok) return show(c, id, { refusal: await refusalOf(answer), status: answer.status })
    const { baseUrl } = c.get('ctx')
    return c.redirect(action === 'delete' ? `${baseUrl}/collectors` : `${baseUrl}/collector/${id}`, 303)
  })

  /** Sends the request of the API that a form stands for. */
  async function act(
    c: PageContext,
    { id, action, form }: { id: string; action: string; form: URLSearchParams },
  ): Promise<Response> {
    const path = `${api}/${encodeURIComponent(id)}`
    switch (action) {
      case 'run':
        return forward(c, app, `${path}/_trigger`, { method: 'POST', json: {} })
      case 'stop': {
        const run = encodeURIComponent(form.get('run') ?? '')
        return forward(c, app, `/api/v1/collector-runs/${run}/_kill`, { method: 'POST', json: {} })
      }
      case 'active':
        return forward(c, app, path, { method: 'PATCH', json: { active: form.get('active') === 'true' } })
      case 'webhook-key':
        return forward(c, app, `${path}/webhook-key`, { method: 'DELETE' })
      case 'delete':
        return forward(c, app, path, { method: 'DELETE' })
      default:
        throw problem('route-not-found', { path: c.req.path })
    }
  }

  /** Saves the settings, unless they have changed since the form was shown: a run may have stored the dataset that it created. */
  async function edit(c: PageContext, id: string, form: URLSearchParams): Promise<Response> {
    const path = `${api}/${encodeURIComponent(id)}`
    const collector = await readApi<CollectorView>(c, app, path)
    const plugin = pluginNamed(collector.plugin, await pluginsById(c, app))
    const stored = collector.config ?? {}
    const { draft, scheduling } = draftFrom(plugin, form, stored)
    const isChanged = form.has('config-version') && form.get('config-version') !== contentEtag(stored)
    if (isChanged) {
      const refusal = problemText(problem('collector-changed'), viewOf(c).language)
      // Runs change no other settings.
      const { datasetMode, dataset } = stored
      return show(c, id, {
        refusal,
        draft: { ...draft, config: { ...draft.config, datasetMode, dataset } },
        status: 409,
      })
    }
    const json = { title: draft.title, config: draft.config, scheduling }
    const answer = await forward(c, app, path, { method: 'PATCH', json })
    if (!answer.ok) return show(c, id, { refusal: await refusalOf(answer), draft, status: answer.status })
    return c.redirect(`${c.get('ctx').baseUrl}/collector/${id}`, 303)
  }

  async function show(
    c: PageContext,
    id: string,
    { refusal, draft, status = 200 }: { refusal?: string; draft?: Draft; status?: number } = {},
  ): Promise<Response> {
    const view = viewOf(c)
    const path = `${api}/${encodeURIComponent(id)}`
    const collector = await readApi<CollectorView>(c, app, path)
    const isAdmin = collector.userProfile === 'admin'
    const [plugins, datasets, { results }, webhookKey] = await Promise.all([
      pluginsById(c, app),
      isAdmin ? writableDatasets(c, app) : [],
      readApi<{ results: RunView[] }>(
        c,
        app,
        `/api/v1/collector-runs?collector=${encodeURIComponent(id)}&size=${limits.pages.collectorRuns}&status=triggered,running,kill,killed,finished,error`,
      ),
      isAdmin ? readApi<string>(c, app, `${path}/webhook-key`) : undefined,
    ])
    const [latest] = results
    const chosen = c.req.query('run') ?? latest?._id
    const run = chosen
      ? await readApi<RunView & { log: LogView[] }>(c, app, `/api/v1/collector-runs/${encodeURIComponent(chosen)}`)
      : undefined
    if (run && run.processing._id !== id) throw problem('route-not-found', { path: c.req.path })
    const plugin = plugins.get(collector.plugin)
    const shown = { view, collector, plugin, datasets, runs: results, run, webhookKey, refusal, draft }
    const page = <CollectorPage {...shown} />
    return noStore(await sendPage(c, view, page, { status }))
  }

  /** What the form of a new collector has. */
  async function typed(c: PageContext) {
    const form = await readForm(c)
    const plugin = pluginNamed(form.get('plugin') ?? '', await pluginsById(c, app))
    return { plugin, ...draftFrom(plugin, form) }
  }

  return routes
}

/** @throws `collector-plugin-unknown` */
function pluginNamed(name: string, plugins: ReadonlyMap<string, PluginDescription>): PluginDescription {
  const plugin = plugins.get(name)
  if (plugin) return plugin
  throw problem('collector-plugin-unknown', { plugin: excerptOf(name), plugins: [...plugins.keys()].join(', ') })
}

/** The values of the form of a collector; `scheduling` is unchecked, since the API checks it and names its errors. */
function draftFrom(plugin: PluginDescription, form: URLSearchParams, stored?: ConfigValues) {
  const scheduling = schedulingFrom(form)
  const draft: Draft = {
    title: form.get('title')?.trim() ?? '',
    config: configFrom(plugin.schema, form, stored ? { stored } : {}),
    scheduling: schedulingSchema.safeParse(scheduling).data ?? [],
    active: form.has('active'),
  }
  return { draft, scheduling }
}

/** Pages with what someone has typed, perhaps a secret, or with the key of a webhook. */
function noStore(response: Response): Response {
  response.headers.set('cache-control', 'private, no-store')
  return response
}
