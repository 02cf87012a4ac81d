/** Administration of the whole service by super-administrators. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { keyOf, signedIn, village } from '../../support/accounts'
import { operator } from '../../support/applications'
import { publish, untilSettled, upload } from '../../support/datasets'
import { createEditable } from '../../support/editable'
import { ask, refusal, send } from '../../support/http'

const admin = '/api/v1/admin'

describe('the overview', () => {
  test('contains counts, sizes, costs and checks', async () => {
    const headers = await operator()
    const key = await keyOf()
    await publish('a,b\n1,2\n3,4\n', { key })
    await publish('a\n1\n', { key: await keyOf(village) })
    const overview = await ask<Record<string, Record<string, number>>>(`${admin}/overview`, { headers })
    expect(overview).toMatchObject({
      checks: ['metadata', 'lines', 'files'].map((name) => ({ name, status: 'ok' })),
      counts: { datasets: 2, lines: 3, users: 1, organizations: 0, applications: 0, collectors: 0 },
      cost: { plan: 5, databases: 0, files: 0 },
      runs: [],
      alerts: [],
    })
    expect(overview.stored?.files).toBe('a,b\n1,2\n3,4\n'.length + 'a\n1\n'.length)
    expect(overview.stored?.databases).toBeGreaterThan(10_000)
  })
})

test('alerts are on the status page in the language of the reader, and in the overview', async () => {
  const root = await signedIn('root', [], { isAdmin: true })
  const cookie = `${root.headers.cookie}; __Host-admin_mode=1`
  await env.DB.prepare(`insert into alerts (kind, subject, title, began_at, ended_at) values
    ('collector-failing', 'c1', 'Bike <racks>', ?1, null), ('database-nearly-full', 'LINES_0', 'LINES_0', ?1, null),
    ('stuck-run', 'd1', 'Over', ?1, ?1)`)
    .bind(new Date().toISOString())
    .run()
  const page = async (language: string, vars = {}) => {
    const headers = { ...root.headers, cookie, accept: 'text/html', 'accept-language': language }
    return (await send('/admin', { headers, vars })).text()
  }
  const english = await page('en')
  expect(english).toMatch(/href="[^"]*\/collector\/c1">The collector Bike &lt;racks&gt; fails repeatedly</)
  expect(english).toContain('The database LINES_0 is nearly full')
  expect(english).not.toContain('Over')
  expect(english).toContain('Nobody is notified of alerts')
  const french = await page('fr', { ALERT_URL: 'https://hooks.example.com/' })
  expect(french).toContain('La base LINES_0 est presque pleine')
  expect(french).not.toContain('Personne n’est averti')
  const { alerts } = await ask<{ alerts: object[] }>(`${admin}/overview`, { headers: { ...root.headers, cookie } })
  expect(alerts).toMatchObject([
    { kind: 'collector-failing', subject: 'c1', title: 'Bike <racks>', beganAt: expect.any(String) },
    { kind: 'database-nearly-full', subject: 'LINES_0' },
  ])
})

test('failures are datasets in error, with their last error in the language of the reader', async () => {
  const headers = { ...(await operator()), 'accept-language': 'fr' }
  const key = await keyOf()
  const broken = await upload('a,a\n1,2\n', { key })
  await untilSettled(broken.id, key)
  await publish('a\n1\n', { key })
  const { count, results } = await ask<{ count: number; results: Record<string, unknown>[] }>(`${admin}/failures`, {
    headers,
  })
  expect([count, results.map(({ type, id }) => [type, id])]).toEqual([1, [['datasets', broken.id]]])
  expect(results[0]).toMatchObject({
    owner: { name: 'Town' },
    message: expect.stringMatching(/fichier/),
    date: expect.any(String),
  })
})

test('accounts are listed with their storage and limits, the largest first', async () => {
  const headers = await operator()
  await signedIn('ann', [{ organization: 'empty', role: 'admin' }])
  await publish('a,b\n1,2\n3,4\n', { key: await keyOf() })
  await publish('a\n1\n', { key: await keyOf(village) })
  await createEditable(await keyOf(village), { title: 'Empty', schema: [{ key: 'n', type: 'integer' }] })
  const limit = { lastUpdate: '2026-01-01T00:00:00Z', store_bytes: { limit: 1_000 } }
  await ask('/api/v1/limits/organization/village', { headers, json: limit })
  const accounts = (query = '') => ask<{ count: number; results: object[] }>(`${admin}/accounts${query}`, { headers })
  expect(await accounts()).toMatchObject({
    count: 3,
    results: [
      { type: 'organization', id: 'town', name: 'Town', datasets: 1, lines: 2, storeBytes: 12, maxStoreBytes: -1 },
      { id: 'village', datasets: 2, lines: 1, maxStoreBytes: 1_000, maxDatasets: -1 },
      { id: 'empty', name: 'Empty', datasets: 0, storeBytes: 0 },
    ],
  })
  expect(await accounts('?q=VILL')).toMatchObject({ count: 1, results: [{ id: 'village' }] })
  expect(await accounts('?q=%25')).toEqual({ count: 0, results: [] })
  expect(await accounts('?size=1&page=3')).toMatchObject({ count: 3, results: [{ id: 'empty' }] })
})

describe('users', () => {
  test('are listed with their organizations, and found by name and address', async () => {
    const headers = await operator()
    const roads = { organization: 'town', role: 'contrib', department: 'roads' } as const
    await signedIn('ann', [{ organization: 'village', role: 'admin' }, roads])
    const users = (query = '') => ask<{ count: number; results: object[] }>(`${admin}/users${query}`, { headers })
    expect(await users('?q=ANN@')).toEqual({
      count: 1,
      results: [
        {
          id: 'ann',
          name: 'ann',
          email: 'ann@example.org',
          emailVerified: true,
          isAdmin: false,
          hasTwoFactor: false,
          createdAt: expect.any(String),
          organizations: [
            { id: 'town', name: 'Town', role: 'contrib', department: 'roads' },
            { id: 'village', name: 'Village', role: 'admin' },
          ],
        },
      ],
    })
    expect(await users()).toMatchObject({ count: 2, results: [{ id: 'ann' }, { id: 'root', isAdmin: true }] })
  })

  test('are made super-administrators and back, never by themselves', async () => {
    const headers = await operator()
    const ann = await signedIn('ann')
    const right = (id: string, isAdmin: boolean) =>
      send(`${admin}/users/${id}`, { method: 'PATCH', headers, json: { isAdmin } })
    const mode = () =>
      send('/api/v1/session/admin-mode', { method: 'PUT', headers: ann.headers, json: { active: true } })
    expect((await mode()).status).toBe(403)
    expect((await right('ann', true)).status).toBe(204)
    expect((await mode()).status).toBe(204)
    expect((await right('ann', false)).status).toBe(204)
    expect((await mode()).status).toBe(403)
    expect(await refusal(await right('root', false))).toEqual([409, 'own-admin-right'])
    expect(await refusal(await right('nobody', true))).toEqual([404, 'user-not-found'])
  })
})

test('metrics are read with the key of a service, in the format of OpenMetrics', async () => {
  const key = await keyOf()
  await publish('a\n1\n', { key })
  const broken = await upload('a,a\n1,2\n', { key })
  await untilSettled(broken.id, key)
  const vars = { SERVICE_KEY: 'a-service-key-for-tests' }
  const authorization = { authorization: `Bearer ${vars.SERVICE_KEY}` }
  const response = await send(`${admin}/metrics`, { headers: authorization, vars })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/openmetrics-text; version=1.0.0; charset=utf-8',
  ])
  const text = await response.text()
  expect(text).toMatch(/\n# EOF\n$/)
  for (const line of ['fairway_up{dependency="lines"} 1', 'fairway_resources{type="datasets"} 2']) {
    expect(text.split('\n')).toContain(line)
  }
  expect(text.split('\n')).toContain('fairway_failures{type="datasets"} 1')
  const wrong = await send(`${admin}/metrics?key=another-key-of-some-length`, { vars })
  expect(await refusal(wrong)).toEqual([403, 'service-key-refused'])
})

test('the pages of the operator are for super-administrators in their mode', async () => {
  const root = await signedIn('root', [], { isAdmin: true })
  const ann = await signedIn('ann', [{ organization: 'town', role: 'admin' }])
  const inMode = { ...root.headers, cookie: `${root.headers.cookie}; __Host-admin_mode=1` }
  for (const part of ['', '/errors', '/activity', '/owners', '/users', '/base-apps', '/appearance', '/configuration']) {
    const page = (headers: Record<string, string>) =>
      send(`/admin${part}`, { headers: { accept: 'text/html', ...headers } })
    const statuses = [await page({}), await page(ann.headers), await page(root.headers), await page(inMode)]
    expect([part, statuses.map(({ status }) => status)]).toEqual([part, [303, 403, 403, 200]])
  }
  const mode = async () =>
    (await send('/api/v1/session/admin-mode', { method: 'PUT', headers: ann.headers, json: { active: true } })).status
  const form = { method: 'POST', body: new TextEncoder().encode('isAdmin=true') }
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await send('/admin/users/ann', { ...form, headers: { ...ann.headers, ...type } })).status).toBe(403)
  const foreign = { ...inMode, ...type, 'sec-fetch-site': 'cross-site' }
  // A form of another site has no session.
  const refused = await send('/admin/users/ann', { ...form, headers: foreign })
  expect(refused.headers.get('location')).toContain('/sign-in')
  expect(await mode()).toBe(403)
  expect((await send('/admin/users/ann', { ...form, headers: { ...inMode, ...type } })).status).toBe(303)
  expect(await mode()).toBe(204)
})
