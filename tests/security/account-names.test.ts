/** Names of accounts: pages, lists and messages repeat them, so they are short, and on one line. */
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { limits } from '../../worker/limits'
import { asAdmin, type SignedIn, signedIn } from '../support/accounts'
import { ask, origin, refusal, send } from '../support/http'

const longest = limits.accounts.maxNameChars
const refused = ['n'.repeat(longest + 1), 'Ann\r\nBcc: bob@example.org', 'Ann\u2028Bob', ' ']
const setup = { authorization: `Bearer ${env.SETUP_TOKEN}` }

let ann: SignedIn
beforeEach(async () => {
  ann = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
})

const signUp = (json: object) =>
  send('/api/auth/sign-up/email', {
    json: { email: 'new@example.org', password: 'a long password', ...json },
    headers: { origin },
  })

test.each(refused)('a sign-up with the name %j is refused', async (name) => {
  expect(await refusal(await signUp({ name }))).toEqual([400, 'body-invalid'])
})

test('a sign-up with the longest name is accepted, and not with a long picture', async () => {
  expect(await refusal(await signUp({ name: 'Bob', image: 'i'.repeat(3_000) }))).toEqual([400, 'body-invalid'])
  expect((await signUp({ name: 'n'.repeat(longest) })).status).toBe(200)
})

test('the form of the sign-up names what is wrong', async () => {
  const form = { name: 'n'.repeat(longest + 1), email: 'new@example.org', password: 'a long password' }
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin }
  const answer = await send('/sign-up', { headers, body: new URLSearchParams(form).toString() })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(`&lt;=${longest} characters`)])
})

test.each(refused)('no account is given the name %j', async (name) => {
  const own = { headers: { origin, ...ann.headers } }
  const asTown = { headers: { origin, ...ann.as('town') } }
  const requests = [
    send('/api/v1/profile', { ...own, method: 'PATCH', json: { name } }),
    send('/api/v1/organizations', { ...own, json: { name } }),
    send('/api/v1/organizations/town', { ...asTown, method: 'PATCH', json: { name } }),
    send('/api/v1/organizations/town', { ...asTown, method: 'PATCH', json: { departments: [{ id: 'd', name }] } }),
    send('/api/auth/passkey/update-passkey', { ...own, json: { id: 'k', name } }),
    send('/api/v1/setup/directory', { headers: setup, json: { organizations: [{ id: 'o', name }] } }),
    send('/api/v1/identities/user/ann?key=a-service-key-for-tests', {
      json: { name },
      vars: { SERVICE_KEY: 'a-service-key-for-tests' },
    }),
  ]
  for (const answer of await Promise.all(requests)) {
    expect(await refusal(answer), answer.url).toEqual([400, 'body-invalid'])
  }
})

test('a name that was stored without these limits is cut, and written on one line', async () => {
  await asAdmin()
  await env.DB.prepare('update user set name = ? where id = ?')
    .bind(`Ann\nB${'n'.repeat(900_000)}`, 'ann')
    .run()
  const session = await ask<{ user: { name: string } }>('/api/v1/session', { headers: ann.headers })
  expect([session.user.name.length, session.user.name.slice(0, 7)]).toEqual([longest, 'Ann Bnn'])
  const created = await ask<{ id: string }>(
    '/api/v1/datasets',
    { headers: { origin, ...ann.headers }, json: { title: 'a', isMetaOnly: true } },
    201,
  )
  await env.DB.prepare('update datasets set owner_name = ? where id = ?').bind('n'.repeat(900_000), created.id).run()
  const list = await send('/api/v1/datasets?mine=true', { headers: ann.headers })
  expect((await list.text()).length).toBeLessThan(5_000)
})
