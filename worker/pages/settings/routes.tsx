/** The settings of the active account: API keys, usage. Each form is forwarded to the API. */
import { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import type { AccountHistory } from '../../usage'
import { forward } from '../data/forward'
import { readForm, refusalOf } from '../form'
import { type PageContext, sendPage, viewOf } from '../send'
import { accountPath, readFromApi, userOf } from './account'
import { doneIn, type FormResult } from './frame'
import { type AccountKey, SettingsPage, type Usage } from './page'
import { UsagePage } from './usage'

export function settingsPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/settings', (c) => show(c, { result: doneIn(c) }))

  routes.get('/settings/usage', async (c) => {
    const user = userOf(c)
    const { type, id } = user.account
    const history = await readFromApi<AccountHistory>(c, app, `/api/v1/usage/${type}/${encodeURIComponent(id)}`)
    const view = viewOf(c)
    return sendPage(c, view, <UsagePage view={view} user={user} history={history} />)
  })

  routes.post('/settings/keys', async (c) => {
    const form = await readForm(c)
    const settings = `/api/v1/settings/${accountPath(userOf(c))}`
    const stored = await readFromApi<{ apiKeys?: AccountKey[] }>(c, app, settings)
    const expireAt = form.get('expireAt')
    const keyRequest = {
      title: form.get('title')?.trim() ?? '',
      scopes: form.getAll('scopes'),
      ...(expireAt ? { expireAt } : {}),
    }
    const json = { apiKeys: [...(stored.apiKeys ?? []), keyRequest] }
    const answer = await forward(c, app, settings, { method: 'PATCH', json })
    if (!answer.ok) return show(c, { result: { refusal: await refusalOf(answer) } }, answer.status)
    const { apiKeys } = (await answer.json()) as { apiKeys: { clearKey?: string }[] } // the settings
    const created = apiKeys.find(({ clearKey }) => clearKey)?.clearKey
    return show(c, { result: {}, ...(created ? { created } : {}) })
  })

  routes.post('/settings/keys/:key/revoke', async (c) => {
    await readForm(c)
    const key = encodeURIComponent(c.req.param('key'))
    const answer = await forward(c, app, `/api/v1/settings/${accountPath(userOf(c))}/api-keys/${key}`, {
      method: 'DELETE',
    })
    if (!answer.ok) return show(c, { result: { refusal: await refusalOf(answer) } }, answer.status)
    return c.redirect(`${c.get('ctx').baseUrl}/settings?done=keyRevoked`, 303)
  })

  async function show(
    c: PageContext,
    shown: { created?: string; result: FormResult },
    status = 200,
  ): Promise<Response> {
    const view = viewOf(c)
    const user = userOf(c)
    const isAdmin = user.role === 'admin'
    const path = accountPath(user)
    const [keys, usage] = await Promise.all([
      isAdmin ? readFromApi<AccountKey[]>(c, app, `/api/v1/settings/${path}/api-keys`) : [],
      readFromApi<Usage>(c, app, `/api/v1/limits/${user.account.type}/${user.account.id}`),
    ])
    const page = <SettingsPage view={view} user={user} keys={keys} usage={usage} isAdmin={isAdmin} {...shown} />
    return sendPage(c, view, page, { status })
  }

  return routes
}
