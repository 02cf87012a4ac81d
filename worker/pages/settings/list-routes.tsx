/** Topics and webhooks of the active account: lists in its settings. Each form is forwarded to the API. */
import { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import { forward } from '../data/forward'
import { readForm, refusalOf } from '../form'
import { type PageContext, sendPage, viewOf } from '../send'
import { accountPath, readFromApi, userOf } from './account'
import { doneIn, type FormResult } from './frame'
import { topicsOf } from './lists'
import { type Topic, TopicsPage } from './topics'
import { type Webhook, WebhooksPage } from './webhooks'

/** A webhook in the settings. */
type Declared = Pick<Webhook, 'title' | 'events' | 'target'>
type Stored = { topics?: Topic[]; webhooks?: Declared[] }

export function listPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  const settingsPath = (c: PageContext) => `/api/v1/settings/${accountPath(userOf(c))}`
  const stored = (c: PageContext) => readFromApi<Stored>(c, app, settingsPath(c))

  routes.get('/settings/topics', (c) => showTopics(c, doneIn(c)))

  routes.post('/settings/topics', async (c) => {
    const form = await readForm(c)
    const { topics = [] } = await stored(c)
    return save(c, { topics: topicsOf(form, topics) }, '/settings/topics?done=saved', showTopics)
  })

  routes.get('/settings/webhooks', (c) => showWebhooks(c, doneIn(c)))

  routes.post('/settings/webhooks', async (c) => {
    const form = await readForm(c)
    const { webhooks = [] } = await stored(c)
    const added: Declared = {
      title: form.get('title')?.trim() ?? '',
      events: form.getAll('events'),
      target: { type: 'http', params: { url: form.get('url')?.trim() ?? '' } },
    }
    return save(c, { webhooks: [...webhooks, added] }, '/settings/webhooks?done=webhookAdded', showWebhooks)
  })

  routes.post('/settings/webhooks/remove', async (c) => {
    const form = await readForm(c)
    const { webhooks = [] } = await stored(c)
    const remaining = webhooks.filter(
      ({ title, target }) => title !== form.get('title') || target.params.url !== form.get('url'),
    )
    return save(c, { webhooks: remaining }, '/settings/webhooks?done=webhookRemoved', showWebhooks)
  })

  async function save(
    c: PageContext,
    json: Stored | { topics: object[] },
    page: string,
    show: (c: PageContext, result: FormResult, status: number) => Promise<Response>,
  ): Promise<Response> {
    const answer = await forward(c, app, settingsPath(c), { method: 'PATCH', json })
    if (!answer.ok) return show(c, { refusal: await refusalOf(answer) }, answer.status)
    return c.redirect(`${c.get('ctx').baseUrl}${page}`, 303)
  }

  async function showTopics(c: PageContext, result: FormResult, status = 200): Promise<Response> {
    const view = viewOf(c)
    const { topics = [] } = await stored(c)
    return sendPage(c, view, <TopicsPage view={view} user={userOf(c)} topics={topics} result={result} />, { status })
  }

  async function showWebhooks(c: PageContext, result: FormResult, status = 200): Promise<Response> {
    const view = viewOf(c)
    const webhooks = await readFromApi<Webhook[]>(c, app, `${settingsPath(c)}/webhooks`)
    return sendPage(c, view, <WebhooksPage view={view} user={userOf(c)} webhooks={webhooks} result={result} />, {
      status,
    })
  }

  return routes
}
