/** The address of a new user is verified by a link, and has no permissions before. */
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { publish } from '../support/datasets'
import { ask, origin, send } from '../support/http'
import { linkIn, receivedBy, withMail } from '../support/mail'

const signUp = (email: string, vars = withMail()) =>
  send('/api/auth/sign-up/email', {
    json: { name: 'Ann', email, password: 'a long password' },
    headers: { origin },
    vars,
  })
const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')

test('permissions granted to an address apply once it is verified', async () => {
  const email = 'signed-up-ann@example.org'
  const key = await keyOf()
  const { id } = await publish('a\n1\n', { key })
  const json = [{ type: 'user', email, classes: ['read'] }]
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json })
  const headers = { cookie: cookieOf(await signUp(email)) }
  expect(await ask('/api/v1/session', { headers })).toMatchObject({ user: { email, emailVerified: false } })
  expect((await send(`/api/v1/datasets/${id}`, { headers })).status).toBe(403)
  const refused = await send(`/dataset/${id}`, { headers: { ...headers, accept: 'text/html' }, vars: withMail() })
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('confirm this address first')])
  const menu = async () => (await send('/', { headers, vars: withMail() })).text()
  expect(await menu()).toContain('/settings/profile#email')
  const mails = await receivedBy(email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your e-mail address'])
  const page = linkIn(mails[0])
  expect((await send(page.href, { headers, vars: withMail() })).status).toBe(200)
  expect((await send(page.href, { vars: withMail() })).status).toBe(303)
  const token = page.searchParams.get('token')
  await ask('/api/v1/email-confirmations', { json: { token }, headers: { origin, ...headers } })
  expect((await send(`/api/v1/datasets/${id}`, { headers })).status).toBe(200)
  expect(await menu()).not.toContain('/settings/profile#email')
})

test('an address with an account receives no mail, and the sign-up works without mail', async () => {
  const email = 'twice-ann@example.org'
  expect((await signUp(email)).status).toBe(200)
  expect((await signUp(email)).ok).toBe(false)
  expect(await receivedBy(email)).toHaveLength(1)
  const answer = await send('/api/auth/sign-up/email', {
    json: { name: 'Bob', email: 'mailless-bob@example.org', password: 'a long password' },
    headers: { origin },
  })
  expect(answer.status).toBe(200)
})

test('a password keeps its spaces in the forms of sign-up and sign-in', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin }
  const fields = { name: 'Ann', email: 'spaces-ann@example.org', password: ' a long password ' }
  for (const path of ['/sign-up', '/sign-in']) {
    expect((await send(path, { headers, body: new URLSearchParams(fields).toString() })).status, path).toBe(303)
  }
})

test('the form of the sign-up says where the link was sent, then goes on', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin, accept: 'text/html' }
  const fields = { name: 'Ann', email: 'told-ann@example.org', password: 'a long password', back: '/collectors' }
  const body = new URLSearchParams(fields).toString()
  const answer = await send('/sign-up', { headers, body, vars: withMail() })
  const next = new URL(answer.headers.get('location') ?? '')
  const signedIn = { headers: { cookie: cookieOf(answer), accept: 'text/html' }, vars: withMail() }
  const html = await (await send(next.pathname + next.search, signedIn)).text()
  expect(html).toContain('We sent a message to told-ann@example.org: open its link to confirm the address.')
  expect(html).toContain(`href="${origin}/collectors"`)
  const confirmation = linkIn((await receivedBy('told-ann@example.org'))[0])
  const asked = await (await send(confirmation.pathname + confirmation.search, signedIn)).text()
  expect(asked).toContain('Confirm that this address is yours.')
  // Without mail there is no message.
  const other = new URLSearchParams({ ...fields, email: 'mailless-carl@example.org' }).toString()
  const direct = await send('/sign-up', { headers, body: other })
  expect(direct.headers.get('location')).toBe(`${origin}/collectors`)
})
