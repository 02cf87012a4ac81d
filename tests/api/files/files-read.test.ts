/** Files, schema, journal, permissions and deletion of a dataset. */

import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { createContext } from '../../../worker/create-context'
import { deleteDiscards } from '../../../worker/datasets/runs'
import { keyOf, signedIn } from '../../support/accounts'
import { journal, open, publish, read, untilFinalized, upload } from '../../support/datasets'
import { ask, json, origin, refusal, send } from '../../support/http'
import { leftBehind, lineTables, nothing, objects } from '../../support/stored'

const csv = 'name,kind,n\nA,x,1\nB,x,2\nC,y,3\nD,y,4\n'

describe('the original file', () => {
  test('is returned byte for byte, as an attachment with its name', async () => {
    const key = await keyOf()
    const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(csv)])
    const { id } = await publish(bytes, { key, fileName: 'données “été” 100%.csv' })
    const response = await send(`/api/v1/datasets/${id}/raw`, { key })
    expect(response.status).toBe(200)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=UTF-8')
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="donn_es __t__ 100_.csv"; filename*=UTF-8''donn%C3%A9es%20%E2%80%9C%C3%A9t%C3%A9%E2%80%9D%20100%25.csv`,
    )
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const modified = response.headers.get('last-modified') ?? ''
    const again = await send(`/api/v1/datasets/${id}/raw`, { key, headers: { 'if-modified-since': modified } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('has its own encoding in the content type', async () => {
    const key = await keyOf()
    const { id } = await publish(
      Uint8Array.from('ville;n\nOrl\u00e9ans;1\nN\u00eemes;2\n', (c) => c.charCodeAt(0)),
      { key },
    )
    const response = await send(`/api/v1/datasets/${id}/raw`, { key })
    expect(response.headers.get('content-type')).toMatch(/^text\/csv; charset=(ISO-8859-1|windows-1252)$/)
    expect((await read(id, key)).originalFile).toMatchObject({ encoding: expect.stringMatching(/1252|8859-1/) })
  })

  test('is listed and read by its name among the data files', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key, fileName: 'a b%2fc.csv' })
    const [file] = await ask<{ key: string; url: string; name: string }[]>(`/api/v1/datasets/${id}/data-files`, { key })
    expect(file).toMatchObject({ key: 'original', name: 'a b%2fc.csv', size: csv.length, mimetype: 'text/csv' })
    expect(await (await send(file?.url ?? '', { key })).text()).toBe(csv)
    expect(await refusal(await send(`/api/v1/datasets/${id}/data-files/other.csv`, { key }))).toEqual([
      404,
      'file-not-found',
    ])
  })

  test('is answered with 404 data-file-missing for a dataset without a file', async () => {
    const key = await keyOf()
    const { id } = await ask<{ id: string }>('/api/v1/datasets', { key, json: { isRest: true, title: 'x' } }, 201)
    for (const path of ['raw', 'convert', 'full']) {
      const response = await send(`/api/v1/datasets/${id}/${path}`, { key })
      expect(await refusal(response)).toEqual([404, 'data-file-missing'])
    }
  })

  test.each([
    ['bytes=0-3', 206, 'name', `bytes 0-3/${csv.length}`],
    ['bytes=-6', 206, csv.slice(-6), `bytes ${csv.length - 6}-${csv.length - 1}/${csv.length}`],
    ['bytes=30-', 206, csv.slice(30), `bytes 30-${csv.length - 1}/${csv.length}`],
    ['bytes=30-9999', 206, csv.slice(30), `bytes 30-${csv.length - 1}/${csv.length}`],
    ['bytes=9999-', 416, '', `bytes */${csv.length}`],
    ['bytes=-0', 416, '', `bytes */${csv.length}`],
    ['bytes=5-2', 200, csv, null],
    ['bytes=0-1,3-4', 200, csv, null],
    ['lines=0-1', 200, csv, null],
  ])('in the range %s is answered with %i', async (range, status, text, contentRange) => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    const response = await send(`/api/v1/datasets/${id}/raw`, { key, headers: { range } })
    expect(response.status).toBe(status)
    expect(await response.text()).toBe(text)
    expect(response.headers.get('content-range')).toBe(contentRange)
    const isPart = status === 206
    expect(response.headers.get('content-type')).toBe(isPart ? 'application/octet-stream' : 'text/csv; charset=UTF-8')
  })

  test('is sent as a whole to those who have a part of another version', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    const path = `/api/v1/datasets/${id}/raw`
    const date = (await send(path, { key })).headers.get('last-modified') ?? ''
    const resume = async (condition: string) => {
      const response = await send(path, { key, headers: { range: 'bytes=4-', 'if-range': condition } })
      return [response.status, (await response.text()).length]
    }
    expect(await resume(date)).toEqual([206, csv.length - 4])
    for (const other of ['Mon, 01 Jan 2024 00:00:00 GMT', '"an-etag"', 'W/"an-etag"']) {
      expect(await resume(other)).toEqual([200, csv.length])
    }
  })

  test('is readable as soon as it is uploaded', async () => {
    const key = await keyOf()
    const { id } = await upload(csv, { key })
    expect(await (await send(`/api/v1/datasets/${id}/raw`, { key })).text()).toBe(csv)
  })
})

test.each([
  '',
  '/lines',
  '/raw',
  '/schema',
  '/journal',
  '/data-files',
  '/task-progress',
  '/lines?format=csv',
  '/lines?size=x',
])('HEAD …%s has the headers of GET and no body', async (path) => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  const [get, head] = await Promise.all(
    ['GET', 'HEAD'].map((method) => send(`/api/v1/datasets/${id}${path}`, { key, method })),
  )
  const kept = (response: Response | undefined) =>
    Object.fromEntries(
      [...(response?.headers ?? [])].filter(([name]) => !/^(x-request-id|server-timing|date)$/.test(name)),
    )
  expect(head?.status).toBe(get?.status)
  expect(kept(head)).toEqual(kept(get))
  expect(await head?.text()).toBe('')
  expect(head?.headers.get('content-length')).toBe(String((await get?.arrayBuffer())?.byteLength))
})

describe('the schema', () => {
  const cases: [query: string, keys: string[]][] = [
    ['', ['name', 'kind', 'n', '_id', '_i', '_rand']],
    ['?calculated=false', ['name', 'kind', 'n']],
    ['?type=integer&calculated=false', ['n']],
    ['?type=string,integer&calculated=false', ['name', 'kind', 'n']],
    ['?enum=true', ['kind']],
    ['?maxCardinality=2&calculated=false', ['kind']],
    ['?concept=true', []],
    ['?format=date', []],
    ['?type=&format=&capability=&maxCardinality=&calculated=false', ['name', 'kind', 'n']],
  ]
  test.each(cases)('filtered by %j', async (query, keys) => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    const schema = await ask<{ key: string; label: string }[]>(`/api/v1/datasets/${id}/schema${query}`, { key })
    expect(schema.map((field) => field.key)).toEqual(keys)
    for (const field of schema) expect(field.label).toBeTruthy()
  })

  test('has a safe form without statistics, and forms as Table Schema and JSON Schema', async () => {
    const key = await keyOf()
    const { id, slug } = await publish(csv, { key })
    const safe = await ask<Record<string, unknown>[]>(`/api/v1/datasets/${id}/safe-schema`, { key })
    for (const field of safe)
      for (const observed of ['enum', 'x-cardinality']) expect(field).not.toHaveProperty(observed)
    const safeJson = await send(`/api/v1/datasets/${id}/safe-schema?mimeType=application/schema%2Bjson`, { key })
    expect(await safeJson.text()).not.toMatch(/examples|x-cardinality/)
    for (const filter of ['maxCardinality=1000', 'enum=true'])
      expect(await ask(`/api/v1/datasets/${id}/safe-schema?${filter}`, { key })).toEqual([])
    const table = await send(`/api/v1/datasets/${id}/schema?mimeType=application/tableschema%2Bjson`, { key })
    expect(table.headers.get('content-disposition')).toBe(`attachment; filename="${slug}-tableschema.json"`)
    expect((await json<{ fields: { name: string }[] }>(table)).fields.map(({ name }) => name)).toEqual([
      'name',
      'kind',
      'n',
    ])
    const schema = await ask<{ type: string; properties: object }>(
      `/api/v1/datasets/${id}/schema?mimeType=application/schema%2Bjson`,
      { key },
    )
    expect([schema.type, Object.keys(schema.properties)]).toEqual(['object', ['name', 'kind', 'n']])
    expect(await ask(`/api/v1/datasets/${id}/schema?mimeType=application/schema+json`, { key })).toEqual(schema)
  })

  test('refuses an unknown capability', async () => {
    const key = await keyOf()
    const { id } = await publish(csv, { key })
    expect(await refusal(await send(`/api/v1/datasets/${id}/schema?capability=magic`, { key }))).toEqual([
      400,
      'parameter-invalid',
    ])
  })
})

test('the journal is newest first, links the creation, and speaks the language of the reader', async () => {
  const key = await keyOf()
  const { id } = await publish('a,b\n1,\n', { key })
  const events = await journal(id, key)
  expect(events.map(({ type }) => type)).toEqual(['finalize-end', 'error', 'dataset-created'])
  expect(events[2]).toMatchObject({ href: `${origin}/dataset/${id}` })
  const said = async (language: string) => {
    const headers = { 'accept-language': language }
    return (await ask<{ data?: string }[]>(`/api/v1/datasets/${id}/journal`, { key, headers }))[1]?.data
  }
  expect(await said('fr-FR,en;q=0.5')).toContain('une ou plusieurs colonnes vides qui seront ignorées')
  // A language that the service does not speak is no choice.
  expect(await said('de')).toContain('une ou plusieurs col')
  const plain = await ask<{ data?: string }[]>(`/api/v1/datasets/${id}/journal`, { key })
  expect(plain[1]?.data).toContain('une ou plusieurs colonnes vides qui seront ignorées')
})

test('task-progress is empty when nothing is in progress', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  expect(await ask(`/api/v1/datasets/${id}/task-progress`, { key })).toEqual({})
})

test('task-progress is that of the draft while the published version is in error', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  const run = env.DB.prepare(
    `insert into runs (id, dataset_id, target, stage, step, state, lease_until, progress, failed, touched_at)
     values (?1, ?2, ?1, ?3, 1, '{}', ?4, ?5, ?6, ?7)`,
  )
  const later = Date.now() + 60_000
  await env.DB.batch([
    run.bind('published', id, 'index', 0, 10, 1, later),
    run.bind('draft', id, 'analyze', later, 40, 0, Date.now()),
  ])
  expect(await ask(`/api/v1/datasets/${id}/task-progress`, { key })).toEqual({ task: 'analyze', progress: 40 })
  await env.DB.prepare(`delete from runs where id = 'draft'`).run()
  expect(await ask(`/api/v1/datasets/${id}/task-progress`, { key })).toEqual({
    task: 'index',
    progress: 10,
    error: true,
  })
})

test('the vocabulary is public, and lists concepts with their identifiers in two languages', async () => {
  type Concept = { id: string; title: string; identifiers: string[] }
  const english = await ask<Concept[]>('/api/v1/vocabulary')
  const french = await ask<Concept[]>('/api/v1/vocabulary', { headers: { 'accept-language': 'fr' } })
  expect(english.find(({ id }) => id === 'latitude')?.identifiers).toContain('http://schema.org/latitude')
  expect(french.map(({ id }) => id)).toEqual(english.map(({ id }) => id))
  expect(french.map(({ title }) => title)).not.toEqual(english.map(({ title }) => title))
})

test('the supported projections are listed for those with a session', async () => {
  const { headers } = await signedIn('bob')
  const projections = await ask<{ title: string; code: string }[]>('/api/v1/projections', { headers })
  expect(projections).toContainEqual({ title: 'RGF93 / Lambert-93', code: 'EPSG:2154' })
  expect(projections.map(({ code }) => code)).toEqual(
    [27572, 2154, 5490, 3857, 4326, 32620].map((number) => `EPSG:${number}`),
  )
  for (const sent of [{}, { key: await keyOf() }]) {
    expect(await refusal(await send('/api/v1/projections', sent))).toEqual([401, 'session-required'])
  }
})

test('a deleted dataset is unknown at once, and its data is removed when the discards are emptied', async () => {
  const key = await keyOf()
  const { id } = await publish(csv, { key })
  await publish(csv.replace('A', 'Z'), { key, id })
  await untilFinalized(id, key)
  await open(id, key)
  expect((await lineTables()).length).toBeGreaterThan(0)
  expect((await objects()).length).toBeGreaterThan(0)
  const vars = { TRASH_DAYS: '0' }
  const response = await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key, vars })
  expect([response.status, await response.text()]).toEqual([204, ''])
  for (const path of ['', '/lines', '/raw', '/journal', '/schema']) {
    expect(await refusal(await send(`/api/v1/datasets/${id}${path}`, { key }))).toEqual([404, 'dataset-not-found'])
  }
  expect(await refusal(await send(`/api/v1/datasets/${id}`, { method: 'DELETE', key }))).toEqual([
    404,
    'dataset-not-found',
  ])
  expect(await ask('/api/v1/datasets', { key })).toEqual({ count: 0, results: [] })
  const ctx = createContext(env, { identity: { actor: { type: 'system', job: 'test' } }, requestId: 'test' })
  while (await deleteDiscards({ ...ctx, now: () => new Date(Date.now() + 100_000_000) }));
  expect(await leftBehind()).toEqual(nothing)
})
