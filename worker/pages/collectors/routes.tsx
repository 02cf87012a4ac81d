/** The pages of collectors. Each form is forwarded to the API. */
import { Hono } from 'hono'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { contentEtag } from '../../http/etag'
import { limits } from '../../limits'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { problemText } from '../problem-text'
import { type PageContext, sendPage, viewOf } from '../send'
import { userOf } from '../settings/account'
import type { Draft } from './creation'
import { creationPages } from './creation-routes'
import { CollectorsPage } from './list'
import { CollectorPage } from './page'
import { type CollectorView, type LogView, pluginsById, type RunView, readApi, writableDatasets } from './read-api'
import { draftFrom, noStore, pluginNamed } from './typed-collector'

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

  routes.route('/', creationPages(app))

  routes.get('/collector/:id', (c) => show(c, c.req.param('id')))

  routes.post('/collector/:id/:action{(?:run|stop|active|edit|webhook-key|delete)}', async (c) => {
    const { id, action } = c.req.param()
    const form = await readForm(c)
    if (action === 'edit') return edit(c, id, form)
    const answer = await act(c, { id, action, form })
    if (!answer.ok) return show(c, id, { refusal: await refusalOf(answer), status: answer.status })
    const { baseUrl } = c.get('ctx')
    if (action === 'delete') return c.redirect(`${baseUrl}/collectors?done=deleted`, 303)
    const switched = form.get('active') === 'true' ? 'activated' : 'deactivated'
    const done = action === 'active' ? switched : action === 'webhook-key' ? 'keyReplaced' : undefined
    return c.redirect(`${baseUrl}/collector/${id}${done ? `?done=${done}` : ''}`, 303)
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
    return c.redirect(`${c.get('ctx').baseUrl}/collector/${id}?done=saved`, 303)
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

  return routes
}
