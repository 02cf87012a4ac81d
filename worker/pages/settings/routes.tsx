/** The settings of the active account, in pages of the service. */
import { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import type { AccountHistory } from '../../usage'
import { type PageContext, sendPage, viewOf } from '../send'
import { readFromApi, type User, userOf } from './account'
import { SettingsFrame } from './frame'
import { type MountPoint, sectionRoutes } from './sections/mount'
import { UsagePage } from './usage'
import { type Limits, UsageCard } from './usage-card'

export function settingsPages(app: () => Hono<HttpEnv>): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get('/settings/usage', async (c) => {
    const user = userOf(c)
    const { type, id } = user.account
    const history = await readFromApi<AccountHistory>(c, app, `/api/v1/usage/${type}/${encodeURIComponent(id)}`)
    const view = viewOf(c)
    const usage = await usageOf(c, user)
    return sendPage(c, view, <UsagePage view={view} user={user} usage={usage} history={history} />)
  })

  // Everybody sees the usage; the keys are for administrators.
  routes.get('/settings', async (c, next) => {
    const user = userOf(c)
    if (user.role === 'admin') return next()
    const view = viewOf(c)
    return sendPage(
      c,
      view,
      <SettingsFrame view={view} user={user} part="keys" result={{}}>
        {await usageOf(c, user)}
      </SettingsFrame>,
    )
  })

  const mount: MountPoint = {
    route: '/settings',
    paths: (name) => (name === 'api-keys' ? { page: '', forms: '/keys' } : { page: `/${name}`, forms: `/${name}` }),
    open: (c) => ({ account: userOf(c).account, base: `${c.get('ctx').baseUrl}/settings` }),
    send: async (c, { view, name, result, status, section }) => {
      const user = userOf(c)
      const part = name === 'api-keys' ? 'keys' : name
      return sendPage(
        c,
        view,
        <SettingsFrame view={view} user={user} part={part} result={result}>
          {section}
        </SettingsFrame>,
        { status },
      )
    },
  }
  routes.route('/', sectionRoutes(app, mount))

  async function usageOf(c: PageContext, { account: { type, id } }: User) {
    const usage = await readFromApi<Limits>(c, app, `/api/v1/limits/${type}/${encodeURIComponent(id)}`)
    return <UsageCard view={viewOf(c)} usage={usage} />
  }

  return routes
}
