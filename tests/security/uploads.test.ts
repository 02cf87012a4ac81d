/** Resumable uploads: their owners, and the information they disclose. */
import { beforeEach, describe, expect, test } from 'vitest'
import { ann, keyOf, town, village } from '../support/accounts'
import { ask, refusal, send } from '../support/http'
import { objects } from '../support/stored'
import { append, begin, bytesType, idOf, named, offsetOf, tus } from '../support/uploads'

const secret = new TextEncoder().encode('name,n\nsecretcell,1\nB,2\n')
let key = ''

beforeEach(async () => {
  key = await keyOf(town)
})

const others: [string, () => Promise<string | undefined>, number][] = [
  ['another organization', () => keyOf(village), 403],
  ['a person', () => keyOf(ann), 403],
  ['nobody', async () => undefined, 403],
  ['a key that may only read', () => keyOf(town, { scopes: ['datasets-read'] }), 403],
  ['a key without scopes', () => keyOf(town, { scopes: [] }), 403],
  ['an unknown key', async () => 'fairway_unknown', 401],
]

test.each(others)('%s can neither read nor change an upload', async (_, keyOfOther, status) => {
  const path = await begin(key, secret.length, 'secretname.csv')
  await append(path, { key, offset: 0, body: secret.slice(0, 10) })
  const other = await keyOfOther()
  const sent = [
    send(path, { key: other }),
    send(path, { method: 'HEAD', key: other, headers: tus }),
    send(path, { method: 'DELETE', key: other, headers: tus }),
    append(path, { ...(other ? { key: other } : {}), offset: 10, body: secret.slice(10) }),
    send(path, {
      method: 'POST',
      key: other,
      headers: { ...tus, ...bytesType, 'upload-offset': '10', 'x-http-method-override': 'PATCH' },
      body: secret.slice(10),
    }),
  ]
  for (const response of await Promise.all(sent)) {
    expect(response.status).toBe(status)
    const told = (await response.text()) + JSON.stringify([...response.headers])
    expect(told).not.toMatch(/secret|c2VjcmV0/)
    expect(response.headers.get('upload-offset')).toBeNull()
  }
  expect(await offsetOf(path, key)).toBe(10)
})

test.each(others)('%s cannot create a dataset from it', async (who, keyOfOther) => {
  const path = await begin(key, secret.length)
  await append(path, { key, offset: 0, body: secret })
  const response = await send('/api/v1/datasets', { key: await keyOfOther(), json: { upload: idOf(path) } })
  expect(response.status).toBe(who === 'nobody' || who === 'an unknown key' ? 401 : 403)
  expect(await response.text()).not.toMatch(/secret/)
  expect(await objects()).toEqual([])
})

test('anonymous callers and read-only keys cannot begin one', async () => {
  const headers = { ...tus, 'upload-length': '3', ...named('a.csv') }
  const asked = (key: string | undefined) => send('/api/v1/uploads', { method: 'POST', key, headers })
  expect(await refusal(await asked(undefined))).toEqual([401, 'sign-in-required'])
  expect(await refusal(await asked(await keyOf(town, { scopes: ['datasets-read'] })))).toEqual([
    403,
    'key-scope-missing',
  ])
})

test('simultaneous uploads of data.csv by two accounts are separate', async () => {
  const other = await keyOf(village)
  const ids = await Promise.all(
    [
      [key, 'ofthetown'],
      [other, 'ofthevillage'],
    ].map(async ([owner = '', word = '']) => {
      const bytes = new TextEncoder().encode(`name\n${word}\nx\n`)
      const path = await begin(owner, bytes.length, 'data.csv')
      await append(path, { key: owner, offset: 0, body: bytes })
      return (await ask<{ id: string }>('/api/v1/datasets', { key: owner, json: { upload: idOf(path) } }, 201)).id
    }),
  )
  expect(await (await send(`/api/v1/datasets/${ids[0]}/raw`, { key })).text()).toContain('ofthetown')
  expect(await (await send(`/api/v1/datasets/${ids[1]}/raw`, { key: other })).text()).toContain('ofthevillage')
  expect((await objects()).map((name) => name.split('/').slice(0, 2).join('/'))).toEqual([
    'organization/town',
    'organization/village',
  ])
})

test('ids cannot be derived from another id', async () => {
  const [a, b] = [idOf(await begin(key, 3)), idOf(await begin(key, 3))]
  expect(a.slice(0, 16)).not.toBe(b.slice(0, 16))
  const next = a.slice(0, -1) + (a.endsWith('0') ? '1' : '0')
  expect(await refusal(await send(`/api/v1/uploads/${next}`, { key }))).toEqual([404, 'upload-not-found'])
})

describe('names', () => {
  test.each([
    ['../../etc/passwd.csv', 'passwd.csv'],
    ['C:\\data\\a.csv', 'a.csv'],
    ['a\r\nset-cookie: x=1.csv', 'aset-cookie: x=1.csv'],
    ['<img src=x onerror=alert(1)>.csv', '<img src=x onerror=alert(1)>.csv'],
    ['\u202evsc.exe.csv', 'vsc.exe.csv'],
  ])('%j is stored as %j, and in no key or header', async (sent, kept) => {
    const path = await begin(key, 3, sent)
    const response = await send(path, { key })
    expect(await response.json()).toMatchObject({ name: kept })
    expect(JSON.stringify([...response.headers])).not.toMatch(/passwd|onerror|set-cookie: x/)
  })
})

test('a simple request of another site cannot begin one', async () => {
  const response = await send('/api/v1/uploads', {
    method: 'POST',
    headers: { origin: 'https://evil.example', 'content-type': 'text/plain' },
    body: 'x',
  })
  expect(response.status).toBe(412)
})

test('an upload whose announced length exceeds MAX_FILE_BYTES is refused', async () => {
  const headers = { ...tus, 'upload-length': '1001', ...named('a.csv') }
  const vars = { MAX_FILE_BYTES: '1000' }
  const response = await send('/api/v1/uploads', { method: 'POST', key, headers, vars })
  expect(await refusal(response)).toEqual([413, 'file-too-large'])
})
