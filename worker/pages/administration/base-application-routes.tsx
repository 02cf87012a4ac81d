/** The base applications that the service offers. Each form is forwarded to the API. */
import { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import { limits } from '../../limits'
import { readForm } from '../form'
import { sendPage, viewOf } from '../send'
import { readFromApi } from '../settings/account'
import { baseApplicationPicture } from './base-application-picture'
import { BaseApplicationsPage, type Model } from './base-applications'
import { type Show, sendForm } from './send-form'

/** The type that was registered, or read again. */
async function registered(answer: Response): Promise<string> {
  const { id } = (await answer.json()) as { id: string } // a base application
  return `?${new URLSearchParams({ registered: id })}`
}

export function baseApplicationPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  const showModels: Show = async (c, result, status = 200) => {
    const view = viewOf(c)
    const query = new URLSearchParams({ size: String(limits.administration.listSize) })
    const path = `/api/v1/admin/base-applications?${query}`
    const { results } = await readFromApi<{ results: Model[] }>(c, app, path)
    const named = results.find(({ id }) => id === (c.req.query('registered') ?? c.req.query('saved')))
    const saved = named && { model: named, isNew: c.req.query('registered') !== undefined }
    return sendPage(c, view, <BaseApplicationsPage view={view} models={results} {...{ result, saved }} />, { status })
  }

  routes.get('/admin/base-apps', (c) => showModels(c, {}))
  routes.get('/admin/base-apps/:id/picture', (c) => baseApplicationPicture(c, app, c.req.param('id')))
  routes.post('/admin/base-apps', async (c) => {
    const json = { url: (await readForm(c)).get('url')?.trim() ?? '' }
    const path = '/api/v1/base-applications'
    return sendForm(c, app, { path, method: 'POST', json, part: 'base-apps', show: showModels, savedOf: registered })
  })
  routes.post('/admin/base-apps/:id', async (c) => {
    const form = await readForm(c)
    // A title that was not changed stays that of the application, in each language.
    const title = form.get('title') === form.get('shownTitle') ? {} : { title: form.get('title') }
    const json = { ...title, public: form.has('public'), deprecated: form.has('deprecated') }
    const id = c.req.param('id')
    const path = `/api/v1/base-applications/${encodeURIComponent(id)}`
    const savedOf = async () => `?${new URLSearchParams({ saved: id })}`
    return sendForm(c, app, { path, method: 'PATCH', json, part: 'base-apps', show: showModels, savedOf })
  })
  return routes
}
