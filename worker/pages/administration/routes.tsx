/** The pages of the operator. Each form is forwarded to the API. */
import { Hono } from 'hono'
import { type Failure, listActivity, listFailures, readOverview } from '../../administration'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { limits } from '../../limits'
import { readForm, refusalOf } from '../form'
import { forward } from '../forward'
import { backTo, type PageContext, sendPage, viewOf } from '../send'
import { isSignedIn, signInTo } from '../session/required'
import { redirectWith } from '../session/switch-account'
import { userOf } from '../settings/account'
import { accountPages } from './account-routes'
import { ActivityPage } from './activity'
import { appearancePages, instanceStyleRoutes } from './appearance-routes'
import { baseApplicationPages } from './base-application-routes'
import { ConfigurationPage } from './configuration'
import { ErrorsPage } from './errors'
import { AdminModePage, type Result } from './frame'
import { resultOf, sendForm } from './send-form'
import { StatusPage } from './status'
import { userPages } from './user-routes'

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
  routes.route('/', instanceStyleRoutes())

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
  routes.get('/admin/activity', async (c) => {
    const view = viewOf(c)
    const { searchParams } = view.here
    const given = (name: string) => searchParams.get(name) ?? undefined
    const size = String(limits.administration.activitySize)
    const query = { size, before: given('before'), user: given('user'), resource: given('resource') }
    return sendPage(c, view, <ActivityPage view={view} found={await listActivity(view.ctx, query)} />)
  })

  routes.get('/admin/errors', (c) => showErrors(c, resultOf(c, 'started')))
  routes.post('/admin/errors/:id/retry', async (c) => {
    await readForm(c)
    const path = `/api/v1/datasets/${encodeURIComponent(c.req.param('id'))}`
    return sendForm(c, app, { path, method: 'PATCH', json: {}, part: 'errors', show: showErrors })
  })

  routes.get('/admin/configuration', (c) => showConfiguration(c, {}))
  routes.post('/admin/configuration/test-mail', async (c) => {
    await readForm(c)
    const answer = await forward(c, app, '/api/v1/admin/test-mail', { method: 'POST' })
    if (!answer.ok) return showConfiguration(c, { refusal: await refusalOf(answer) }, answer.status)
    const { to } = (await answer.json()) as { to: string } // where it was sent
    return showConfiguration(c, { done: viewOf(c).say('testMailSent', { to }) })
  })

  for (const pages of [accountPages, userPages, baseApplicationPages, appearancePages]) routes.route('/', pages(app))
  return routes
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
