/** Secrets do not appear in responses, links, errors or logs. */
import { afterEach, expect, test, vi } from 'vitest'
import { administrator, asAdmin, keyOf, town } from '../support/accounts'
import { type Lines, open, publish } from '../support/datasets'
import { ask, origin, refusal, send } from '../support/http'
import { rows } from '../support/stored'

afterEach(() => vi.restoreAllMocks())

/** Everything that is logged from now on. */
function logged(): () => string {
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) => vi.spyOn(console, level))
  return () => spies.flatMap((spy) => spy.mock.calls.map((call) => call.map(String).join(' '))).join('\n')
}

const csv = `name,n\n${Array.from({ length: 30 }, (_, i) => `p${i},${i}`).join('\n')}\n`

test('a key in the query appears in no link, header, page or log', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  const logs = logged()
  const paths = [
    `/api/v1/datasets/${id}/lines?size=5&apiKey=${key}`,
    `/api/v1/datasets/${id}/lines?format=csv&size=5&apiKey=${key}`,
    `/api/v1/datasets/${id}?apiKey=${key}`,
    `/api/v1/datasets?apiKey=${key}`,
    `/dataset/${id}?apiKey=${key}`,
    `/?apiKey=${key}`,
    `/api/v1/datasets/none?apiKey=${key}`,
    `/api/v1/datasets/${id}/lines?sort=none&apiKey=${key}`,
    `/api/v1/nowhere?apiKey=${key}`,
    `/api/v1/datasets/${id}/lines?apiKey=${key}&apiKey=${key}`,
  ]
  for (const path of paths) {
    const response = await send(path)
    const said = JSON.stringify([...response.headers]) + (await response.text())
    expect(said, path).not.toContain(key)
  }
  expect(logs()).toContain('"request"')
  expect(logs()).not.toContain(key)
})

test('an unknown key is not repeated in the response', async () => {
  const key = 'fairway_this-is-a-secret-of-someone'
  const logs = logged()
  const response = await send('/api/v1/datasets', { key })
  expect((await response.text()) + JSON.stringify([...response.headers]) + logs()).not.toContain(key)
  expect(response.status).toBe(401)
})

test('the link to the next page requires the key again', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  const { next } = await ask<Lines>(`/api/v1/datasets/${id}/lines?size=5&apiKey=${key}`)
  expect(await refusal(await send(next ?? ''))).toEqual([403, 'permission-missing'])
  expect((await send(next ?? '', { key })).status).toBe(200)
})

test('a platform error discloses no internals', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  await open(id, key)
  const { env } = await import('cloudflare:workers')
  const [row] = await rows<{ run: string }>(`select published->>'$.lines.run' run from datasets`)
  await env.LINES_0.prepare(`drop table lines_${row?.run}`).run()
  const logs = logged()
  const response = await send(`/api/v1/datasets/${id}/lines`)
  const text = await response.text()
  expect(response.status).toBe(500)
  expect(text).not.toMatch(/lines_|SQL|D1|no such|at |\.ts/)
  expect(JSON.parse(text)).toMatchObject({ code: 'internal-error', requestId: response.headers.get('x-request-id') })
  expect(logs()).toContain('no such table')
})

test('passwords and secrets are in no response and no log', async () => {
  const logs = logged()
  const { env } = await import('cloudflare:workers')
  await asAdmin()
  const json = { email: administrator.email, password: 'not the password at all' }
  const response = await send('/api/auth/sign-in/email', { json, headers: { origin } })
  expect(response.status).toBe(401)
  const said = (await response.text()) + logs()
  for (const secret of [administrator.password, json.password, env.AUTH_SECRET, env.SETUP_TOKEN])
    expect(said).not.toContain(secret)
  const stored = JSON.stringify(await rows('select * from account'))
  expect(stored).not.toContain(administrator.password)
})

test('keys are different, with 256 random bits', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => keyOf()))
  expect(new Set(keys).size).toBe(20)
  for (const key of keys) expect(key).toMatch(/^fairway_[A-Za-z0-9_-]{43}$/)
})

test('every change of a dataset is audited with its author', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { title: 'T' } })
  await open(id, key)
  await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key })
  const audit = await rows<{ action: string; actor_type: string }>(
    'select * from audit where resource = ? order by id',
    `datasets/${id}`,
  )
  expect(audit.map(({ action }) => action)).toEqual([
    'createDataset',
    'patchDataset',
    'setPermissions',
    'removeDataset',
  ])
  for (const { actor_type } of audit) expect(actor_type).toBe('apiKey')
})

test.each([
  ['in a header', '', { 'x-account': '{"type":"user","id":"bob"}' }],
  ['in the address', '?account=%7B%22type%22%3A%22user%22%7D', {}],
])('a key acts for its own account only, also with another account in %s', async (_, query, headers) => {
  const key = await keyOf(town)
  expect(await refusal(await send(`/api/v1/datasets${query}`, { key, headers }))).toEqual([403, 'key-account-refused'])
})
