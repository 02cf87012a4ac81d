/** Signing in and out by plain forms, and the choice of a language. */
import { expect, test } from 'vitest'
import { administrator, asAdmin, keyOf } from '../support/accounts'
import { publish } from '../support/datasets'
import { origin, send } from '../support/http'
import { page } from './support'

const ours = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', origin }
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = ours) =>
  send(path, { method: 'POST', headers, body: new URLSearchParams(fields).toString() })
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

test('a user signs in, sees the account on every page, and signs out', async () => {
  await asAdmin()
  const { email, password } = administrator
  const entered = await post('/sign-in', { email, password, back: '/?q=x' })
  expect([entered.status, entered.headers.get('location')]).toEqual([303, `${origin}/?q=x`])
  const cookie = cookieOf(entered)
  const home = (await page('/', { headers: { cookie } })).html
  expect(home).toContain(email)
  expect(home).toContain(`href="${origin}/publish"`)
  const left = await post('/sign-out', {}, { ...ours, cookie })
  expect(left.status).toBe(303)
  expect((await page('/', { headers: { cookie: cookieOf(left) } })).html).not.toContain(email)
})

test.each([
  ['/settings/profile/password', '/settings/profile'],
  ['/settings/profile/two-factor', '/settings/profile'],
  ['/settings/passkeys/an-id/remove', '/settings/profile'],
  ['/settings/invitations/remove', '/settings/members'],
  ['/settings/departments', '/settings/members'],
  ['/settings/organization/delete', '/settings/organization'],
  ['/settings/keys', '/settings'],
  ['/settings/keys?scopes=read', '/settings?scopes=read'],
  ['/settings/webhooks/test', '/settings/webhooks'],
  ['/publish/address', '/publish'],
  ['/collector/an-id/run', '/collector/an-id'],
  ['/dataset/an-id/retry', '/dataset/an-id'],
  ['/dataset/an-id/review/points', '/dataset/an-id/review'],
  ['/remote-service/an-id/refresh', '/remote-service/an-id'],
])('the address %s of a form leads to its page', async (form, address) => {
  const { status, headers } = await page(form)
  expect([status, headers.get('location')]).toEqual([303, origin + address])
})

test('the answer to a form has the other language in a new tab', async () => {
  await asAdmin()
  const { email } = administrator
  const refused = await (await post('/sign-in', { email, password: 'not the password' })).text()
  expect(refused).toContain(`action="${origin}/language" target="_blank"`)
  expect((await page('/sign-in')).html).toContain(`action="${origin}/language">`)
})

test('a wrong password gets instructions, keeps the e-mail, and is not in the page', async () => {
  await asAdmin()
  const response = await post('/sign-in', { email: administrator.email, password: 'not the password' })
  expect(response.status).toBe(401)
  const html = await response.text()
  expect(html).toContain('role="alert"')
  expect(html).toContain(`value="${administrator.email}"`)
  expect(html).not.toContain('not the password')
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
  'the sign-in does not redirect to %s',
  async (back) => {
    await asAdmin()
    const { email, password } = administrator
    const response = await post('/sign-in', { email, password, back })
    expect(new URL(response.headers.get('location') ?? '').origin).toBe(origin)
  },
)

test.each(['/sign-in', '/sign-out', '/language'])('a form of another site is refused at %s', async (path) => {
  await asAdmin()
  const headers = { ...ours, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  expect((await post(path, { email: 'a', password: 'b', to: 'fr' }, headers)).status).toBe(403)
})

test('the chosen language is stored', async () => {
  const chosen = await post('/language', { to: 'fr', back: '/?q=1' })
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, `${origin}/?q=1`])
  const { html } = await page('/', { headers: { cookie: cookieOf(chosen), 'accept-language': 'en' } })
  expect(html).toContain('<html lang="fr"')
})

test('the page of a 403 has a reason and a link to sign in', async () => {
  const secret = await publish('a\n1\n', { key: await keyOf() })
  const { status, html } = await page(`/dataset/${secret.id}/edit`)
  expect(status).toBe(403)
  expect(html).toContain('This content is not public')
  expect(html).toContain(`href="${origin}/sign-in?back=`)
  expect(html).not.toContain('writeDescription')
})
