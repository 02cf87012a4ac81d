/** Limits and usage of accounts. */
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forgetQuotas } from '../../../worker/accounts/quotas/account-usage'
import { ann, keyOf, signedIn, town } from '../../support/accounts'
import { keyFor, makeApplication, operator, outside, register } from '../../support/applications'
import { archive, withArchive } from '../../support/attachments'
import { post, publish, read, upload } from '../../support/datasets'
import { ask, multipart, refusal, send } from '../../support/http'

afterEach(() => vi.restoreAllMocks())

const csv = 'name,n\nA,1\n'
const serviceKey = 'a-service-key-for-tests'
const vars = { SERVICE_KEY: serviceKey }
type Limits = Record<'store_bytes' | 'indexed_bytes' | 'nb_datasets', { limit: number; consumption: number }>

const limitsOf = (path: string) => ask<Limits>(`/api/v1/limits/${path}?key=${serviceKey}`, { vars })

/** Sets limits as an operator's service does, for the isolate of the tests too. */
async function limit(path: string, json: object): Promise<void> {
  const body = { lastUpdate: new Date().toISOString(), ...json }
  await ask(`/api/v1/limits/${path}?key=${serviceKey}`, { json: body, vars })
  const [type, id = ''] = path.split('/')
  forgetQuotas({ type: type === 'user' ? 'user' : 'organization', id })
}

test('usage changes with creations, replacements and deletions', async () => {
  const key = await keyOf(town)
  expect(await limitsOf('organization/town')).toMatchObject({
    type: 'organization',
    id: 'town',
    defaults: true,
    lastUpdate: expect.any(String),
    store_bytes: { limit: -1, consumption: 0 },
    indexed_bytes: { limit: -1, consumption: 0 },
    nb_datasets: { limit: -1, consumption: 0 },
  })
  const { id } = await publish(csv, { key })
  const roads = await publish(csv, { key: await keyOf({ ...town, department: 'roads' }) })
  expect(await limitsOf('organization/town')).toMatchObject({
    store_bytes: { consumption: 2 * csv.length },
    indexed_bytes: { consumption: 2 * 'A,1\n'.length },
    nb_datasets: { consumption: 2 },
  })
  await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key })
  await send(`/api/v1/datasets/${roads.id}`, { method: 'DELETE', key })
  expect(await limitsOf('organization/town')).toMatchObject({
    store_bytes: { consumption: 0 },
    nb_datasets: { consumption: 0 },
  })
})

describe('a limit', () => {
  test.each([
    ['nb_datasets', 1, 'quota-datasets'],
    ['store_bytes', csv.length, 'quota-storage'],
    ['indexed_bytes', csv.length, 'quota-indexed'],
  ])('of %s can be reached, not exceeded', async (name, most, code) => {
    const key = await keyOf(ann)
    await limit('user/ann', { [name]: { limit: most } })
    const { id } = await upload(csv, { key })
    const refused = await post(csv, { key })
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await refusal(refused)).toEqual([429, code])
    await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key })
    expect((await post(csv, { key })).status).toBe(201)
    expect((await post(csv, { key: await keyOf(town) })).status).toBe(201)
  })

  test('accepts a replacement of the same size', async () => {
    const key = await keyOf(ann)
    const { id } = await publish(csv, { key })
    await limit('user/ann', { store_bytes: { limit: csv.length } })
    expect((await post(csv.replace('A', 'B'), { key, id })).status).toBe(200)
    const other = await publish(csv, { key: await keyOf(town) })
    await limit('organization/town', { store_bytes: { limit: csv.length } })
    const larger = await post(`${csv}B,2\n`, { key: await keyOf(town), id: other.id })
    expect(await refusal(larger)).toEqual([429, 'quota-storage'])
  })

  test('applies to the first request of a resumable upload, which may name the dataset to replace', async () => {
    const key = await keyOf(ann)
    const { id } = await publish(csv, { key })
    const begin = (metadata: string, length = csv.length) =>
      send('/api/v1/uploads', {
        method: 'POST',
        key,
        headers: { 'tus-resumable': '1.0.0', 'upload-length': String(length), 'upload-metadata': metadata },
      })
    const named = `filename ${btoa('a.csv')}`
    await limit('user/ann', { store_bytes: { limit: csv.length } })
    expect(await refusal(await begin(named))).toEqual([429, 'quota-storage'])
    expect((await begin(`${named},dataset ${btoa(id)}`)).status).toBe(201)
    expect(await refusal(await begin(`${named},dataset ${btoa(id)}`, csv.length + 1))).toEqual([429, 'quota-storage'])
    await limit('user/ann', { store_bytes: { limit: -1 }, nb_datasets: { limit: 1 } })
    expect(await refusal(await begin(named))).toEqual([429, 'quota-datasets'])
    const other = await publish(csv, { key: await keyOf(town) })
    expect(await refusal(await begin(`${named},dataset ${btoa(other.id)}`))).toEqual([403, 'permission-missing'])
  })

  test('is not exceeded by simultaneous creations', async () => {
    const key = await keyOf(ann)
    await limit('user/ann', { nb_datasets: { limit: 2 } })
    const statuses = (await Promise.all([1, 2, 3, 4, 5].map(() => post(csv, { key })))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 201, 429, 429, 429])
    const left = await env.DB.prepare("select count(*) n from datasets where owner_id = 'ann'").first<{ n: number }>()
    expect(left?.n).toBe(2)
  })

  test('costs an upload one query before its bytes are read, and none after', async () => {
    const key = await keyOf({ type: 'user', id: 'uma', name: 'Uma' })
    const trips = async () => {
      const uploaded = await post(csv, { key })
      expect(uploaded.status).toBe(201)
      return Number(/trips;desc="(\d+)"/.exec(uploaded.headers.get('server-timing') ?? '')?.[1])
    }
    await trips()
    const unlimited = await trips()
    await limit('user/uma', { store_bytes: { limit: 1e6 }, nb_datasets: { limit: 10 } })
    await trips()
    expect((await trips()) - unlimited).toBe(1)
  })

  test('of the configuration applies to accounts without their own limit', async () => {
    const key = await keyOf({ type: 'user', id: 'zoe', name: 'Zoe' })
    const few = { QUOTA_DATASETS: '0' }
    expect(await refusal(await post(csv, { key, sent: { vars: few } }))).toEqual([429, 'quota-datasets'])
    await limit('user/zoe', { nb_datasets: { limit: 1 } })
    expect((await post(csv, { key, sent: { vars: few } })).status).toBe(201)
  })
})

describe('limits are read', () => {
  test('by the user, by members, by a super-administrator and by a service', async () => {
    const bob = await signedIn('bob', [{ organization: 'town', role: 'user' }])
    const eve = await signedIn('eve')
    const root = await signedIn('root', [], { isAdmin: true })
    const path = '/api/v1/limits/organization/town'
    expect((await send(path, { headers: bob.as('town') })).status).toBe(200)
    expect((await send('/api/v1/limits/user/bob', { headers: bob.headers })).status).toBe(200)
    expect(await refusal(await send(path, { headers: eve.headers }))).toEqual([403, 'account-refused'])
    expect(await refusal(await send(path, { headers: root.headers }))).toEqual([403, 'account-refused'])
    const mode = { ...root.headers, cookie: `${root.headers.cookie}; __Host-admin_mode=1` }
    expect((await send(path, { headers: mode })).status).toBe(200)
    expect(await refusal(await send(path))).toEqual([401, 'session-required'])
    expect(await refusal(await send(path, { key: await keyOf(town) }))).toEqual([401, 'session-required'])
    expect(await refusal(await send(`${path}?key=another`, { vars }))).toEqual([403, 'service-key-refused'])
    expect(await refusal(await send(`${path}?key=`))).toEqual([403, 'service-key-refused'])
    expect(await refusal(await send('/api/v1/limits/x/town'))).toEqual([400, 'consumer-type-unknown'])
  })

  test('and set by the latter two only', async () => {
    const bob = await signedIn('bob', [{ organization: 'town', role: 'admin' }])
    const root = await signedIn('root', [], { isAdmin: true })
    const mode = { ...root.headers, cookie: `${root.headers.cookie}; __Host-admin_mode=1` }
    const forged = { ...bob.headers, cookie: `${bob.headers.cookie}; __Host-admin_mode=1` }
    const path = '/api/v1/limits/organization/town'
    const json = { lastUpdate: '2026-01-05T10:00:00.000Z', store_bytes: { limit: 10, consumption: 99 } }
    for (const headers of [bob.as('town'), forged, root.headers]) {
      expect(await refusal(await send(path, { headers, json }))).toEqual([403, 'super-admin-only'])
      expect(await refusal(await send('/api/v1/limits', { headers }))).toEqual([403, 'super-admin-only'])
    }
    expect(await ask(path, { headers: mode, json })).toMatchObject({
      store_bytes: { limit: 10, consumption: 0 },
      lastUpdate: '2026-01-05T10:00:00.000Z',
    })
    expect(await ask('/api/v1/limits?type=organization', { headers: mode })).toMatchObject({ count: 1, results: [{}] })
    expect(await ask('/api/v1/limits?type=user&id=ann', { headers: mode })).toMatchObject({
      count: 1,
      results: [{ type: 'user', id: 'ann', defaults: true }],
    })
    expect(await refusal(await send(path, { headers: mode, json: {} }))).toEqual([400, 'body-invalid'])
  })
})

test('the statistics of the active account are read with a session or a key of the scope', async () => {
  const key = await keyOf(town, { scopes: ['stats'] })
  expect(await ask('/api/v1/stats', { key })).toMatchObject({
    limits: { type: 'organization', id: 'town' },
    applications: 0,
  })
  outside()
  await register(await operator())
  await makeApplication({ key: await keyFor(town) })
  expect(await ask('/api/v1/stats', { key })).toMatchObject({ applications: 1 })
  const bob = await signedIn('bob')
  expect(await ask('/api/v1/stats', { headers: bob.headers })).toMatchObject({ limits: { type: 'user', id: 'bob' } })
  expect(await refusal(await send('/api/v1/stats', { key: await keyOf(town) }))).toEqual([403, 'key-scope-missing'])
  expect(await refusal(await send('/api/v1/stats'))).toEqual([401, 'sign-in-required'])
})

describe('attachments', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text).length
  const consumed = async () => (await limitsOf('user/ann')).store_bytes.consumption
  const keep = (id: string, name: string, content: string, key: string) =>
    send(`/api/v1/datasets/${id}/metadata-attachments`, {
      key,
      ...multipart([{ name: 'attachment', value: content, fileName: name }]),
    })

  test('an archive of attachments counts once, at its stored size', async () => {
    const key = await keyOf(ann)
    const zip = archive()
    const table = 'name,file\nA,a.txt\nB,dir é/b.html\n'
    const { id } = await publish(table, { key, parts: withArchive(zip) })
    expect(await consumed()).toBe(bytesOf(table) + zip.length)
    expect((await read(id, key)).storage).toMatchObject({ size: bytesOf(table) + zip.length })
    const alone = await publish(zip, { key, fileName: 'files.zip' })
    const ofArchive = Number(Reflect.get((await read(alone.id, key)).storage ?? {}, 'size'))
    expect(await consumed()).toBe(bytesOf(table) + zip.length + ofArchive)
    await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key })
    expect(await consumed()).toBe(ofArchive)
  })

  test('metadata attachments count, less the replaced and deleted ones', async () => {
    const key = await keyOf(ann)
    const { id } = await publish(csv, { key })
    await keep(id, 'notes.txt', '12345', key)
    await keep(id, 'other.txt', '123', key)
    expect(await consumed()).toBe(csv.length + 8)
    expect((await read(id, key)).storage).toMatchObject({ size: csv.length + 8, metadataAttachments: { size: 8 } })
    await keep(id, 'notes.txt', '1234567', key)
    expect(await consumed()).toBe(csv.length + 10)
    await send(`/api/v1/datasets/${id}/metadata-attachments/other.txt`, { method: 'DELETE', key })
    expect(await consumed()).toBe(csv.length + 7)
    expect((await read(id, key)).storage).toMatchObject({ size: csv.length + 7, metadataAttachments: { size: 7 } })
    await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key })
    expect(await consumed()).toBe(0)
  })

  test('are refused beyond the limit', async () => {
    const key = await keyOf(ann)
    const { id } = await publish(csv, { key })
    await keep(id, 'notes.txt', 'x'.repeat(2_000), key)
    await limit('user/ann', { store_bytes: { limit: csv.length + 2_500 } })
    expect(await refusal(await keep(id, 'other.txt', 'x'.repeat(2_000), key))).toEqual([429, 'quota-storage'])
    // As much in its place.
    expect((await keep(id, 'notes.txt', 'y'.repeat(2_000), key)).status).toBe(200)
    const parts = withArchive(archive())
    const refused = await post('name,file\nA,a.txt\n'.padEnd(2_000, ' '), { key, parts })
    expect(await refusal(refused)).toEqual([429, 'quota-storage'])
  })
})
