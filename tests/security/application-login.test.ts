/** The login page of a private application. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { administrator, signedIn } from '../support/accounts'
import { appHost, appUrl, configured, hosts } from '../support/application-pages'
import { keyFor, operator, register } from '../support/applications'
import { origin, send } from '../support/http'

beforeEach(async () => {
  hosts(appHost())
  await register(await operator(), appUrl)
})
afterEach(() => vi.restoreAllMocks())

describe('the form of the login page', () => {
  const body = (password: string) => new URLSearchParams({ email: 'bob@example.org', password }).toString()
  const enter = (id: string, password: string, headers: Record<string, string> = {}, org = 'town') =>
    send(`/api/auth/password?${new URLSearchParams({ redirect: `${origin}/app/${id}`, org })}`, {
      body: body(password),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
    })

  test('signs in and redirects to the application, or back to the page with the error', async () => {
    const key = await keyFor()
    const { id } = await configured({ key }, {})
    await signedIn('bob', [{ organization: 'town', role: 'admin' }])
    const wrong = await enter(id, 'not the password')
    expect([wrong.status, wrong.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(`${origin}/app/${id}/login?error=The+e-mail`),
    ])
    for (const org of ['town', 'village']) {
      const right = await enter(id, administrator.password, {}, org)
      const callback = right.headers.get('location') ?? ''
      expect([right.status, callback]).toEqual([303, expect.stringContaining(`${origin}/api/auth/token_callback?`)])
      const [state = ''] = right.headers.getSetCookie()
      const cookies = { cookie: state.split(';', 1)[0] ?? '', accept: 'text/html' }
      const back = await send(callback, { headers: cookies })
      expect([back.status, back.headers.get('location')]).toEqual([302, `${origin}/app/${id}`])
    }
    expect((await enter(id, administrator.password, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })
})
