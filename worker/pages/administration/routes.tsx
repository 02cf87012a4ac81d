/** The pages of the operator. Each form is forwarded to the API. */
import { Hono } from 'hono'
import { type Failure, listActivity, listFailures, listUsers, readOverview } from '../../administration'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { accentStyles, readInstance } from '../../instance'
import { limits } from '../../limits'
import { readForm, readFormFile, refusalOf } from '../form'
import { forward } from '../forward'
import { backTo, type PageContext, sendPage, viewOf } from '../send'
import { isSignedIn, signInTo } from '../session/required'
import { redirectWith } from '../session/switch'
import { readFromApi, userOf } from '../settings/account'
import { accountPages } from './account-routes'
import { ActivityPage } from './activity'
import { AppearancePage } from './appearance'
import { appearancePatch, invalidLink } from './appearance-form'
import { BaseApplicationsPage, type Model } from './base-applications'
import { ConfigurationPage } from './configuration'
import { ErrorsPage } from './errors'
import { AdminModePage, type Part, partPath, type Result } from './frame'
import { modelPicture } from './model-picture'
import { listPosition } from './position'
import { StatusPage } from './status'
import { UsersPage } from './users'

export function administrationPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.post('/admin-mode', async (c) => {
    const form = await readForm(c)
    const active = form.get('active') === 'true'
    const answer = await forward(c, app, '/api/v1/session/admin-mode', { method: 'PUT', json: { active } })
    if (!answer.ok) throw problem('super-admin-only')
    const back = backTo(c.get('ctx').baseUrl, active ? form.get('back') : '/')
    return redirectWith(back, answer.headers.getSetCookie())
  })

  // The styles of a colour, at an address that changes with it.
  routes.get('/instance.css', async (c) => {
    const { color } = await readInstance(c.get('ctx'))
    return c.body(color ? accentStyles(color) : '', 200, {
      'content-type': 'text/css; charset=UTF-8',
      'cache-control': `public, max-age=${limits.http.publicMaxAgeSeconds}`,
    })
  })

  // Before the pages: readers who are not in the mode of super-administrators are asked to turn it on.
  routes.use('/admin/*', async (c, next) => {
    const view = viewOf(c)
    if (!isSignedIn(view)) return signInTo(c, view)
    const user = userOf(c)
    if (!user.isAdmin) throw problem('super-admin-only')
    if (user.adminMode) return next()
    return sendPage(c, view, <AdminModePage view={view} />, { status: 403 })
  })

  routes.get('/admin', async (c) => {
    const view = viewOf(c)
    return sendPage(c, view, <StatusPage view={view} overview={await readOverview(view.ctx)} />)
  })

  routes.get('/admin/errors', (c) => showErrors(c, resultOf(c, 'started')))
  routes.post('/admin/errors/:id/retry', async (c) => {
    await readForm(c)
    const path = `/api/v1/datasets/${encodeURIComponent(c.req.param('id'))}`
    return apply(c, { path, method: 'PATCH', json: {} }, 'errors', showErrors)
  })

  routes.route('/', accountPages(app))

  routes.get('/admin/activity', async (c) => {
    const view = viewOf(c)
    const { searchParams } = view.here
    const given = (name: string) => searchParams.get(name) ?? undefined
    const size = String(limits.administration.activitySize)
    const query = { size, before: given('before'), user: given('user'), resource: given('resource') }
    return sendPage(c, view, <ActivityPage view={view} found={await listActivity(view.ctx, query)} />)
  })

  routes.get('/admin/configuration', (c) => showConfiguration(c, {}))
  routes.post('/admin/configuration/test-mail', async (c) => {
    await readForm(c)
    const answer = await forward(c, app, '/api/v1/admin/test-mail', { method: 'POST' })
    if (!answer.ok) return showConfiguration(c, { refusal: await refusalOf(answer) }, answer.status)
    const { to } = (await answer.json()) as { to: string } // where it was sent
    return showConfiguration(c, { done: viewOf(c).say('testMailSent', { to }) })
  })

  routes.get('/admin/users', (c) => {
    const isDeleted = c.req.query('done') === 'userDeleted'
    return showUsers(c, isDeleted ? { done: viewOf(c).say('done:userDeleted') } : resultOf(c, 'saved'))
  })
  routes.post('/admin/users/:id', async (c) => {
    const json = { isAdmin: (await readForm(c)).get('isAdmin') === 'true' }
    const path = `/api/v1/admin/users/${encodeURIComponent(c.req.param('id'))}`
    return apply(c, { path, method: 'PATCH', json }, 'users', showUsers)
  })

  routes.post('/admin/users/:id/two-factor', async (c) => {
    await readForm(c)
    const path = `/api/v1/admin/users/${encodeURIComponent(c.req.param('id'))}/two-factor`
    return apply(c, { path, method: 'DELETE' }, 'users', showUsers)
  })

  routes.get('/admin/base-apps', (c) => showModels(c, resultOf(c, 'saved')))
  routes.get('/admin/base-apps/:id/picture', (c) => modelPicture(c, app, c.req.param('id')))
  routes.post('/admin/base-apps', async (c) => {
    const json = { url: (await readForm(c)).get('url')?.trim() ?? '' }
    return apply(c, { path: '/api/v1/base-applications', method: 'POST', json }, 'base-apps', showModels)
  })
  routes.post('/admin/base-apps/:id', async (c) => {
    const form = await readForm(c)
    // A title that was not changed stays that of the application, in each language.
    const title = form.get('title') === form.get('shownTitle') ? {} : { title: form.get('title') }
    const json = { ...title, public: form.has('public'), deprecated: form.has('deprecated') }
    const path = `/api/v1/base-applications/${encodeURIComponent(c.req.param('id'))}`
    return apply(c, { path, method: 'PATCH', json }, 'base-apps', showModels)
  })

  routes.get('/admin/appearance', (c) => showAppearance(c, resultOf(c, 'saved')))
  routes.post('/admin/appearance', async (c) => {
    const form = await readForm(c)
    const line = invalidLink(form.get('links') ?? '')
    if (line !== undefined)
      return showAppearance(c, { refusal: viewOf(c).say('footerLinkInvalid', { line }) }, 400, form)
    const request = { path: '/api/v1/admin/instance', method: 'PATCH', json: appearancePatch(form) }
    return apply(c, request, 'appearance', (at, result, status) => showAppearance(at, result, status, form))
  })
  routes.post('/admin/appearance/logo', async (c) => {
    const logo = await readFormFile(c, 'logo', limits.instance.maxLogoBytes)
    const body = logo?.stream() ?? null
    return apply(c, { path: logoPath, method: 'PUT', body, type: 'image/png' }, 'appearance', showAppearance)
  })
  routes.post('/admin/appearance/logo/remove', async (c) => {
    await readForm(c)
    return apply(c, { path: logoPath, method: 'DELETE' }, 'appearance', showAppearance)
  })

  const resultOf = (c: PageContext, message: 'saved' | 'started'): Result =>
    c.req.query('saved') === undefined ? {} : { done: viewOf(c).say(message) }

  type Show = (c: PageContext, result: Result, status?: number) => Promise<Response>
  type Sent = { path: string; method: string; json?: unknown; body?: ReadableStream | null; type?: string }

  /** Sends a form to the API, then shows its page again: with the result, or with the error. */
  async function apply(c: PageContext, { path, ...sent }: Sent, part: Part, show: Show): Promise<Response> {
    const answer = await forward(c, app, path, sent)
    if (!answer.ok) return show(c, { refusal: await refusalOf(answer) }, answer.status)
    return c.redirect(`${c.get('ctx').baseUrl}${partPath(part)}?saved`, 303)
  }

  async function showErrors(c: PageContext, result: Result, status = 200): Promise<Response> {
    const view = viewOf(c)
    const failures: Failure[] = await listFailures(view.ctx)
    return sendPage(c, view, <ErrorsPage view={view} failures={failures} result={result} />, { status })
  }

  async function showConfiguration(c: PageContext, result: Result, status = 200): Promise<Response> {
    const view = viewOf(c)
    return sendPage(c, view, <ConfigurationPage view={view} result={result} />, { status })
  }

  async function showUsers(c: PageContext, result: Result, status = 200): Promise<Response> {
    const view = viewOf(c)
    const position = listPosition(view.here.searchParams)
    const found = await listUsers(view.ctx, position.query)
    const reader = userOf(c).id
    const page = <UsersPage view={view} found={found} position={position} reader={reader} result={result} />
    return sendPage(c, view, page, { status })
  }

  async function showModels(c: PageContext, result: Result, status = 200): Promise<Response> {
    const view = viewOf(c)
    const query = new URLSearchParams({ size: String(limits.administration.listSize) })
    const path = `/api/v1/admin/base-applications?${query}`
    const { results } = await readFromApi<{ results: Model[] }>(c, app, path)
    return sendPage(c, view, <BaseApplicationsPage view={view} models={results} result={result} />, { status })
  }

  async function showAppearance(c: PageContext, result: Result, status = 200, form?: URLSearchParams) {
    const view = viewOf(c)
    const instance = await readInstance(view.ctx)
    const page = <AppearancePage view={view} instance={instance} form={form} result={result} />
    return sendPage(c, view, page, { status })
  }

  return routes
}

const logoPath = '/api/v1/admin/instance/logo'
