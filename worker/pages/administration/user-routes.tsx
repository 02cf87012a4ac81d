/** The users of the service. Each form is forwarded to the API. */
import { Hono } from 'hono'
import { listUsers } from '../../administration'
import type { HttpEnv } from '../../http/env'
import { readForm } from '../form'
import { type PageContext, sendPage, viewOf } from '../send'
import { userOf } from '../settings/account'
import type { Result } from './frame'
import { listPaging } from './list-paging'
import { resultOf, sendForm } from './send-form'
import { UsersPage } from './users'

export function userPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/admin/users', (c) => {
    const isDeleted = c.req.query('done') === 'userDeleted'
    return showUsers(c, isDeleted ? { done: viewOf(c).say('done:userDeleted') } : resultOf(c, 'saved'))
  })
  routes.post('/admin/users/:id', async (c) => {
    const json = { isAdmin: (await readForm(c)).get('isAdmin') === 'true' }
    const path = `/api/v1/admin/users/${encodeURIComponent(c.req.param('id'))}`
    return sendForm(c, app, { path, method: 'PATCH', json, part: 'users', show: showUsers })
  })
  routes.post('/admin/users/:id/two-factor', async (c) => {
    await readForm(c)
    const path = `/api/v1/admin/users/${encodeURIComponent(c.req.param('id'))}/two-factor`
    return sendForm(c, app, { path, method: 'DELETE', part: 'users', show: showUsers })
  })
  return routes
}

async function showUsers(c: PageContext, result: Result, status = 200): Promise<Response> {
  const view = viewOf(c)
  const position = listPaging(view.here.searchParams)
  const found = await listUsers(view.ctx, position.query)
  const reader = userOf(c).id
  const page = <UsersPage view={view} found={found} position={position} reader={reader} result={result} />
  return sendPage(c, view, page, { status })
}
