/** The settings of the active account: its API keys and what it uses. Each form passes on to the API. */
import { Hono } from 'hono'
import type { Actor } from '../../accounts'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { forward } from '../data/forward'
import { readForm, refusalOf } from '../form'
import { type PageContext, sendPage, viewOf } from '../send'
import { type AccountKey, SettingsPage, type Usage } from './page'
import type { Passkey } from './passkeys'

export function settingsPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/settings', (c) => show(c, {}))

  routes.post('/settings/keys', async (c) => {
    const form = await readForm(c)
    const settings = `/api/v1/settings/${accountPath(c)}`
    const stored = await read<{ apiKeys?: AccountKey[] }>(c, settings)
    const expireAt = form.get('expireAt')
    const wanted = {
      title: form.get('title')?.trim() ?? '',
      scopes: form.getAll('scopes'),
      ...(expireAt ? { expireAt } : {}),
    }
    const json = { apiKeys: [...(stored.apiKeys ?? []), wanted] }
    const answer = await forward(c, app, settings, { method: 'PATCH', json })
    if (!answer.ok) return show(c, { refusal: await refusalOf(answer) }, answer.status)
    const { apiKeys } = (await answer.json()) as { apiKeys: { clearKey?: string }[] } // the settings
    const created = apiKeys.find(({ clearKey }) => clearKey)?.clearKey
    return show(c, created ? { created } : {})
  })

  routes.post('/settings/keys/:key/revoke', async (c) => {
    await readForm(c)
    const key = encodeURIComponent(c.req.param('key'))
    const answer = await forward(c, app, `/api/v1/settings/${accountPath(c)}/api-keys/${key}`, { method: 'DELETE' })
    if (!answer.ok) return show(c, { refusal: await refusalOf(answer) }, answer.status)
    return c.redirect(`${c.get('ctx').baseUrl}/settings`, 303)
  })

  // The script of the page has made it: this is where its form leads.
  routes.post('/settings/passkeys', (c) => c.redirect(`${c.get('ctx').baseUrl}/settings#passkeys`, 303))

  routes.post('/settings/passkeys/:passkey/remove', async (c) => {
    await readForm(c)
    const json = { id: c.req.param('passkey') }
    await forward(c, app, '/api/auth/passkey/delete-passkey', { method: 'POST', json })
    return c.redirect(`${c.get('ctx').baseUrl}/settings#passkeys`, 303)
  })

  async function show(c: PageContext, told: { created?: string; refusal?: string }, status = 200): Promise<Response> {
    const view = viewOf(c)
    const user = userOf(c)
    const isAdmin = user.role === 'admin'
    const path = accountPath(c)
    const [keys, usage, passkeys] = await Promise.all([
      isAdmin ? read<AccountKey[]>(c, `/api/v1/settings/${path}/api-keys`) : [],
      read<Usage>(c, `/api/v1/limits/${user.account.type}/${user.account.id}`),
      view.ctx.config.DIRECTORY_URL ? undefined : read<Passkey[]>(c, '/api/auth/passkey/list-user-passkeys'),
    ])
    const page = (
      <SettingsPage view={view} user={user} keys={keys} usage={usage} isAdmin={isAdmin} passkeys={passkeys} {...told} />
    )
    return sendPage(c, view, page, { status })
  }

  /** What the API answers to the reader of the page. @throws `permission-missing` when it refuses */
  async function read<Shape>(c: PageContext, path: string): Promise<Shape> {
    const answer = await forward(c, app, path)
    if (!answer.ok) throw problem('permission-missing', { operation: 'readSettings', class: 'admin' })
    // The shape that the route documents.
    return (await answer.json()) as Shape
  }

  return routes
}

/** @throws `sign-in-required` */
function userOf(c: PageContext): Extract<Actor, { type: 'user' }> {
  const { identity } = c.get('ctx')
  if ('actor' in identity && identity.actor.type === 'user') return identity.actor
  throw problem('sign-in-required')
}

function accountPath(c: PageContext): string {
  const { type, id, department } = userOf(c).account
  return `${type}/${encodeURIComponent(id)}${department ? `:${encodeURIComponent(department)}` : ''}`
}
