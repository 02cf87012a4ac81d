/** Permissions of keys and sessions. */
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { administrator, ann, asAdmin, createdKey, keyOf, revoke, town, village } from '../../support/accounts'
import { open, post, publish, read, upload } from '../../support/datasets'
import { ask, multipart, origin, refusal, type Sent, send } from '../../support/http'

const csv = 'name,n\nA,1\n'
const file = () => multipart([{ name: 'file', value: csv, fileName: 'a.csv' }])

type Kind = 'read' | 'write' | 'admin'
const routes: [name: string, kind: Kind, sent: (id: string) => Sent & { path: string }][] = [
  ['list', 'read', () => ({ path: '' })],
  ['description', 'read', (id) => ({ path: `/${id}` })],
  ['lines', 'read', (id) => ({ path: `/${id}/lines` })],
  ['schema', 'read', (id) => ({ path: `/${id}/schema` })],
  ['safe schema', 'read', (id) => ({ path: `/${id}/safe-schema` })],
  ['file', 'read', (id) => ({ path: `/${id}/raw` })],
  ['files', 'read', (id) => ({ path: `/${id}/data-files` })],
  ['journal', 'read', (id) => ({ path: `/${id}/journal` })],
  ['progress', 'read', (id) => ({ path: `/${id}/task-progress` })],
  ['creation', 'write', () => ({ path: '', method: 'POST', ...file() })],
  ['replacement', 'write', (id) => ({ path: `/${id}?draft=never`, method: 'PUT', ...file() })],
  ['patch', 'write', (id) => ({ path: `/${id}`, method: 'PATCH', json: { title: 'T' } })],
  ['permissions', 'admin', (id) => ({ path: `/${id}/permissions` })],
  ['change of permissions', 'admin', (id) => ({ path: `/${id}/permissions`, method: 'PUT', json: [] })],
  ['deletion', 'admin', (id) => ({ path: `/${id}`, method: 'DELETE' })],
]
const granted: Record<string, Kind[]> = {
  datasets: ['read', 'write', 'admin'],
  'datasets-read': ['read'],
  'datasets-write': ['write'],
  'datasets-admin': ['admin'],
  stats: [],
  applications: [],
}

describe.each(Object.entries(granted))('a key of the scope %s', (scope, kinds) => {
  test.each(routes)('on the route of the %s', async (_, kind, sent) => {
    const { id } = await publish(csv, { key: await keyOf() })
    const { path, ...rest } = sent(id)
    const response = await send(`/api/v1/datasets${path}`, { ...rest, key: await keyOf(town, { scopes: [scope] }) })
    if (kinds.includes(kind)) expect(response.status).toBeLessThan(300)
    else expect(await refusal(response)).toEqual([403, 'key-scope-missing'])
  })
})

describe('a key', () => {
  test.each(['x-apiKey', 'x-api-key', 'query'])('is presented as %s', async (where) => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    const path = `/api/v1/datasets/${id}`
    const sent = where === 'query' ? send(`${path}?apiKey=${key}`) : send(path, { headers: { [where]: key } })
    expect((await sent).status).toBe(200)
  })

  test('that is unknown gets 401, and 404 for an unknown dataset', async () => {
    const { id } = await publish(csv, { key: await keyOf() })
    const key = 'fairway_nobody'
    expect(await refusal(await send(`/api/v1/datasets/${id}`, { key }))).toEqual([401, 'key-unknown'])
    expect(await refusal(await send('/api/v1/datasets', { key }))).toEqual([401, 'key-unknown'])
    expect(await refusal(await send('/api/v1/datasets/none', { key }))).toEqual([404, 'dataset-not-found'])
    expect(await refusal(await send('/api/v1/datasets/none'))).toEqual([404, 'dataset-not-found'])
  })

  test('works until the end of its last day', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const created = new Date(Date.now() - 10 * 86_400_000)
    const { id } = await publish(csv, { key: await keyOf() })
    const path = `/api/v1/datasets/${id}`
    expect((await send(path, { key: await keyOf(town, { expireAt: day(0) }) })).status).toBe(200)
    const expired = await keyOf(town, { expireAt: day(-1), now: created })
    expect(await refusal(await send(path, { key: expired }))).toEqual([403, 'key-expired'])
    await expect(keyOf(town, { expireAt: day(800) })).rejects.toThrow('key-invalid')
    await expect(keyOf(town, { expireAt: '31/12/2026' })).rejects.toThrow('key-invalid')
  })

  test('is refused once it is revoked', async () => {
    const { id, clearKey: key } = await createdKey(town)
    expect((await send('/api/v1/datasets', { key })).status).toBe(200)
    await revoke(id)
    expect(await refusal(await send('/api/v1/datasets', { key }))).toEqual([401, 'key-unknown'])
  })

  test('is stored as a hash only, with the date of its last use', async () => {
    const { id, clearKey: key } = await createdKey(town)
    await send('/api/v1/datasets', { key })
    const row = await env.DB.prepare('select * from api_keys where id = ?').bind(id).first()
    expect(JSON.stringify(row)).not.toContain(key.slice(8))
    expect(row?.last_used_at).toEqual(expect.any(String))
  })

  test('without scopes has the permissions of its e-mail address only', async () => {
    const owner = await keyOf()
    const individual = await keyOf(town, { scopes: [], email: 'sensor@example.org' })
    const { id } = await publish(csv, { key: owner })
    expect(await refusal(await send(`/api/v1/datasets/${id}`, { key: individual }))).toEqual([
      403,
      'dataset-restricted',
    ])
    const json = [{ type: 'user', email: 'sensor@example.org', classes: ['read'] }]
    await ask(`/api/v1/datasets/${id}/permissions`, { key: owner, method: 'PUT', json })
    expect((await send(`/api/v1/datasets/${id}/lines`, { key: individual })).status).toBe(200)
    const patch = { method: 'PATCH', key: individual, json: { title: 'x' } }
    expect(await refusal(await send(`/api/v1/datasets/${id}`, patch))).toEqual([403, 'permission-missing'])
  })

  test('of a department has access to the datasets of the department only', async () => {
    const roads = { ...town, department: 'roads' }
    const [ofRoads, ofParks] = [await keyOf(roads), await keyOf({ ...town, department: 'parks' })]
    const { id, owner } = await publish(csv, { key: ofRoads })
    expect(owner).toMatchObject({ department: 'roads' })
    expect((await send(`/api/v1/datasets/${id}`, { key: ofRoads })).status).toBe(200)
    expect((await send(`/api/v1/datasets/${id}`, { key: await keyOf() })).status).toBe(200)
    expect(await refusal(await send(`/api/v1/datasets/${id}`, { key: ofParks }))).toEqual([403, 'dataset-restricted'])
    const ofRoot = await publish(csv, { key: await keyOf() })
    expect(await refusal(await send(`/api/v1/datasets/${ofRoot.id}`, { key: ofRoads }))).toEqual([
      403,
      'dataset-restricted',
    ])
  })
})

test('a dataset is private by default; once public, anyone reads it and only its owner writes it', async () => {
  const key = await keyOf(ann)
  const { id } = await publish(csv, { key })
  const path = `/api/v1/datasets/${id}`
  expect(await refusal(await send(path))).toEqual([403, 'dataset-private'])
  for (const sub of ['/lines', '/schema', '/raw', '/journal', '/permissions']) {
    expect(await refusal(await send(path + sub))).toEqual([403, 'permission-missing'])
  }
  await open(id, key)
  for (const sub of ['', '/lines', '/schema', '/raw', '/data-files']) expect((await send(path + sub)).status).toBe(200)
  expect(await read(id)).toMatchObject({ visibility: 'public', public: true })
  expect((await read(id)).userPermissions).not.toContain('writeData')
  for (const other of [undefined, await keyOf(village)]) {
    expect(await refusal(await send(path, { method: 'PATCH', key: other, json: {} }))).toEqual([
      403,
      'permission-missing',
    ])
    expect(await refusal(await send(path, { method: 'DELETE', key: other }))).toEqual([403, 'permission-missing'])
    expect(await refusal(await post(csv, { key: other ?? '', id }))).toEqual([403, 'permission-missing'])
    expect(await refusal(await send(`${path}/journal`, { key: other }))).toEqual([403, 'permission-missing'])
  }
})

describe('the setup', () => {
  const setup = (json: object, token = env.SETUP_TOKEN) =>
    send('/api/v1/setup', { json, headers: { authorization: `Bearer ${token}` } })

  test('requires its token, and is done once', async () => {
    expect(await refusal(await setup(administrator, 'another-token-of-that-length'))).toEqual([401, 'sign-in-required'])
    expect(await refusal(await send('/api/v1/setup', { json: administrator }))).toEqual([401, 'sign-in-required'])
    expect(await refusal(await setup({ ...administrator, password: 'short' }))).toEqual([400, 'body-invalid'])
    expect((await setup(administrator)).status).toBe(201)
    expect((await setup(administrator)).status).toBe(201)
    expect(await refusal(await setup({ ...administrator, password: 'another password' }))).toEqual([409, 'setup-done'])
    expect(await refusal(await setup({ ...administrator, email: 'b@example.org' }))).toEqual([409, 'setup-done'])
    const counts = await env.DB.prepare(
      'select (select count(*) from user) u, (select count(*) from organization) o',
    ).first()
    expect(counts).toEqual({ u: 1, o: 1 })
    const actors = await env.DB.prepare('select distinct actor_type, actor_id from audit').all()
    expect(actors.results).toEqual([{ actor_type: 'system', actor_id: 'system:setup' }])
  })

  test('returns a key that publishes for the organization', async () => {
    const dataset = await upload(csv, { key: await asAdmin() })
    expect(dataset.owner).toMatchObject({ type: 'organization', name: administrator.organization })
  })
})

describe('a session', () => {
  const signIn = (password: string = administrator.password) =>
    send('/api/auth/sign-in/email', { json: { email: administrator.email, password }, headers: { origin } })
  const cookieOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ')

  test('is opened by the correct password, in an HttpOnly cookie', async () => {
    await asAdmin()
    expect((await signIn('a wrong password')).status).toBe(401)
    const response = await signIn()
    expect(response.status).toBe(200)
    const [cookie] = response.headers.getSetCookie()
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/Secure/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
  })

  test('creates personal datasets; a key sent with it takes precedence', async () => {
    const key = await asAdmin()
    const cookie = cookieOf(await signIn())
    const sameOrigin = { cookie, 'sec-fetch-site': 'same-origin' }
    const form = file()
    const created = await ask<{ owner: object }>(
      '/api/v1/datasets',
      { method: 'POST', ...form, headers: { ...form.headers, ...sameOrigin } },
      201,
    )
    expect(created.owner).toMatchObject({ type: 'user', name: 'Administrator' })
    const withKey = await ask<{ owner: object }>(
      '/api/v1/datasets',
      { method: 'POST', ...form, key, headers: { ...form.headers, cookie } },
      201,
    )
    expect(withKey.owner).toMatchObject({ type: 'organization' })
  })

  test.each([
    ['a page of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['a page of a sibling host', { 'sec-fetch-site': 'same-site' }, 403],
    ['an old browser on another site', { origin: 'https://evil.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['a program, without an origin', {}, 201],
    ['an old browser on a page of the service', { origin }, 201],
    ['a page of the service', { 'sec-fetch-site': 'same-origin', origin }, 201],
  ])('a write from %s gets the expected status', async (_, from, status) => {
    await asAdmin()
    const cookie = cookieOf(await signIn())
    const form = file()
    const response = await send('/api/v1/datasets', {
      method: 'POST',
      ...form,
      headers: { ...form.headers, cookie, ...from },
    })
    expect(response.status).toBe(status)
    if (status === 403) expect(await refusal(response)).toEqual([403, 'origin-refused'])
  })
})
