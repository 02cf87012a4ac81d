/** The pages of collectors. Each form is forwarded to the API. */
import { Hono } from 'hono'
import { schedulingSchema } from '../../collectors'
import type { SourcePreview } from '../../collectors/plugins'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { forward } from '../data/forward'
import { readForm, refusalOf } from '../form'
import { type PageContext, sendPage, viewOf } from '../send'
import { userOf } from '../settings/account'
import { configFrom, withoutInput } from './config-form'
import { ChoicePage, CreationPage, type Draft } from './creation'
import { CollectorsPage } from './list'
import { CollectorPage } from './page'
import { type CollectorView, type LogView, pluginsById, type RunView, readApi, writableDatasets } from './read'
import { schedulingFrom } from './schedule-form'

const api = '/api/v1/collectors'
/** Runs and collectors that a page shows. */
const shownRuns = 20
const shownCollectors = 1_000

export function collectorPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/collectors', async (c) => {
    const user = userOf(c)
    const view = viewOf(c)
    const [{ results }, plugins] = await Promise.all([
      readApi<{ results: CollectorView[] }>(c, app, `${api}?size=${shownCollectors}`),
      pluginsById(c, app),
    ])
    const titles = new Map([...plugins.values()].map(({ id, title }) => [id, title]))
    const mayCreate = user.role === 'admin'
    return sendPage(c, view, <CollectorsPage view={view} collectors={results} titles={titles} mayCreate={mayCreate} />)
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
    const answer = await act(c, { id, action, form })
    if (!answer.ok) return show(c, id, await refusalOf(answer), answer.status)
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
      default: {
        const collector = await readApi<CollectorView>(c, app, path)
        const plugin = (await pluginsById(c, app)).get(collector.plugin)
        if (!plugin) throw problem('collector-plugin-unknown', { plugin: collector.plugin, plugins: '' })
        const json = {
          title: form.get('title')?.trim() ?? '',
          config: { ...withoutInput(plugin.schema, collector.config ?? {}), ...configFrom(plugin.schema, form) },
          scheduling: schedulingFrom(form),
        }
        return forward(c, app, path, { method: 'PATCH', json })
      }
    }
  }

  async function show(c: PageContext, id: string, refusal?: string, status = 200): Promise<Response> {
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
        `/api/v1/collector-runs?collector=${encodeURIComponent(id)}&size=${shownRuns}&status=triggered,running,kill,killed,finished,error`,
      ),
      isAdmin ? readApi<string>(c, app, `${path}/webhook-key`) : undefined,
    ])
    const chosen = c.req.query('run') ?? results[0]?._id
    const run = chosen
      ? await readApi<RunView & { log: LogView[] }>(c, app, `/api/v1/collector-runs/${encodeURIComponent(chosen)}`)
      : undefined
    const plugin = plugins.get(collector.plugin)
    const page = <CollectorPage {...{ view, collector, plugin, datasets, runs: results, run, webhookKey, refusal }} />
    return noStore(await sendPage(c, view, page, { status }))
  }

  /** What the form of a new collector has. */
  async function typed(c: PageContext) {
    const form = await readForm(c)
    const plugins = await pluginsById(c, app)
    const plugin = plugins.get(form.get('plugin') ?? '')
    if (!plugin) {
      const installed = [...plugins.keys()].join(', ')
      throw problem('collector-plugin-unknown', {
        plugin: (form.get('plugin') ?? '').slice(0, 100),
        plugins: installed,
      })
    }
    const scheduling = schedulingFrom(form)
    const draft: Draft = {
      title: form.get('title')?.trim() ?? '',
      config: configFrom(plugin.schema, form),
      scheduling: schedulingSchema.safeParse(scheduling).data ?? [],
      active: form.has('active'),
    }
    return { plugin, draft, scheduling }
  }

  return routes
}

/** Pages with what someone has typed, perhaps a secret, or with the key of a webhook. */
function noStore(response: Response): Response {
  response.headers.set('cache-control', 'private, no-store')
  return response
}
