/** The pages that create a collector. Each form is forwarded to the API. */
import { Hono } from 'hono'
import type { SourcePreview } from '../../collectors/plugins'
import type { HttpEnv } from '../../http/env'
import { refusalOf } from '../form'
import { forward } from '../forward'
import { sendPage, viewOf } from '../send'
import { userOf } from '../settings/account'
import { ChoicePage, CreationPage, type Draft } from './creation'
import { pluginsById, writableDatasets } from './read-api'
import { noStore, readTyped } from './typed-collector'

export function creationPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

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
    const { plugin, draft } = await readTyped(c, app)
    const path = `/api/v1/collector-plugins/${encodeURIComponent(plugin.id)}/_preview`
    const answer = await forward(c, app, path, { method: 'POST', json: { config: draft.config } })
    const view = viewOf(c)
    const tested = answer.ok
      ? // The shape that the route documents.
        { preview: (await answer.json()) as SourcePreview }
      : { refusal: await refusalOf(answer) }
    const datasets = await writableDatasets(c, app)
    const page = <CreationPage view={view} plugin={plugin} draft={draft} datasets={datasets} tested={tested} />
    return noStore(await sendPage(c, view, page))
  })

  routes.post('/new-collector', async (c) => {
    const { plugin, draft, scheduling } = await readTyped(c, app)
    const json = { title: draft.title, plugin: plugin.id, config: draft.config, scheduling, active: draft.active }
    const answer = await forward(c, app, '/api/v1/collectors', { method: 'POST', json })
    if (answer.ok) {
      // The id is all that is read of it.
      const { id } = (await answer.json()) as { id: string }
      return c.redirect(`${c.get('ctx').baseUrl}/collector/${id}?done=created`, 303)
    }
    const view = viewOf(c)
    const refusal = await refusalOf(answer)
    const datasets = await writableDatasets(c, app)
    const page = <CreationPage view={view} plugin={plugin} draft={draft} datasets={datasets} refusal={refusal} />
    return noStore(await sendPage(c, view, page, { status: answer.status }))
  })
  return routes
}
