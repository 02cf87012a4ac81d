/** The rules of tus 1.0 (https://tus.io/protocols/resumable-upload), each with the required response. */
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { ask, json, origin, refusal, type Sent, send } from '../../support/http'
import { append, begin, bytesType, cutAfter, idOf, named, offsetOf, tus } from '../../support/uploads'

const csv = new TextEncoder().encode('name,n\nA,1\nB,2\n')
const sha1 = (bytes: Uint8Array) => `sha1 ${createHash('sha1').update(bytes).digest('base64')}`
let key = ''

beforeEach(async () => {
  key = await keyOf()
})

describe('protocol versions and extensions', () => {
  test.each(['/api/v1/uploads', '/api/v1/uploads/x'])(
    'OPTIONS %s lists them, for any requested version',
    async (path) => {
      const response = await send(path, { method: 'OPTIONS', headers: { 'tus-resumable': '0.2.2' } })
      expect(response.status).toBe(204)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': 'creation,creation-with-upload,termination,checksum,expiration',
        'tus-checksum-algorithm': 'sha1,md5,sha256,sha512,crc32',
        'tus-max-size': '5000000000',
        'access-control-allow-origin': '*',
      })
      const allowed = response.headers.get('access-control-allow-headers')
      for (const header of ['tus-resumable', 'upload-length', 'upload-offset', 'upload-metadata', 'upload-checksum']) {
        expect(allowed).toContain(header)
      }
    },
  )

  test('the size limit is that of the instance', async () => {
    const response = await send('/api/v1/uploads', { method: 'OPTIONS', vars: { MAX_FILE_BYTES: '1234' } })
    expect(response.headers.get('tus-max-size')).toBe('1234')
  })

  test.each(['POST', 'HEAD', 'PATCH', 'DELETE'])(
    '%s without a supported version gets 412 and changes nothing',
    async (method) => {
      const path = method === 'POST' ? '/api/v1/uploads' : await begin(key, csv.length)
      const body = method === 'PATCH' ? { body: csv } : {}
      for (const version of [{}, { 'tus-resumable': '0.2.2' }]) {
        const headers = { ...version, ...bytesType, 'upload-offset': '0', 'upload-length': '3', ...named('a.csv') }
        const response = await send(path, { method, key, headers, ...body })
        expect([response.status, response.headers.get('tus-version')]).toEqual([412, '1.0.0'])
      }
      if (method !== 'POST') expect(await offsetOf(path, key)).toBe(0)
    },
  )

  test('CORS exposes the headers of the protocol, and every response has the version', async () => {
    const response = await send('/api/v1/uploads/x', { method: 'HEAD', key, headers: tus })
    expect([response.status, response.headers.get('tus-resumable')]).toEqual([404, '1.0.0'])
    const exposed = response.headers.get('access-control-expose-headers')
    for (const header of ['location', 'tus-resumable', 'upload-offset', 'upload-length', 'upload-expires']) {
      expect(exposed).toContain(header)
    }
  })
})

describe('creation', () => {
  test('returns an address, an offset and an expiry', async () => {
    const headers = { ...tus, 'upload-length': '15', ...named('a.csv') }
    const response = await send('/api/v1/uploads', { method: 'POST', key, headers })
    expect(response.status).toBe(201)
    expect(response.headers.get('location')).toMatch(/^https:\/\/data\.example\.org\/api\/v1\/uploads\/[0-9a-f]{64}$/)
    expect(response.headers.get('upload-offset')).toBe('0')
    const expires = String(response.headers.get('upload-expires'))
    expect(expires).toMatch(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/)
    expect(Date.parse(expires) - Date.now()).toBeGreaterThan(3_600_000)
  })

  test('returns an address under PUBLIC_URL', async () => {
    const headers = { ...tus, 'upload-length': '15', ...named('a.csv') }
    const vars = { PUBLIC_URL: 'https://open.example.org/data-fair' }
    const sent: Sent = { method: 'POST', key, headers, vars }
    const response = await send('https://open.example.org/data-fair/api/v1/uploads', sent)
    expect(response.headers.get('location')).toMatch(/^https:\/\/open\.example\.org\/data-fair\/api\/v1\/uploads\/\w+$/)
  })

  test.each<[string, Record<string, string>, number, string]>([
    ['no length', named('a.csv'), 400, 'header-invalid'],
    ['a deferred length', { ...named('a.csv'), 'upload-defer-length': '1' }, 400, 'header-invalid'],
    ['a negative length', { ...named('a.csv'), 'upload-length': '-1' }, 400, 'header-invalid'],
    ['a length that is not a number', { ...named('a.csv'), 'upload-length': '1e3' }, 400, 'header-invalid'],
    [
      'a length beyond safe integers',
      { ...named('a.csv'), 'upload-length': '99999999999999999999' },
      400,
      'header-invalid',
    ],
    ['a length beyond the size limit', { ...named('a.csv'), 'upload-length': '5000000001' }, 413, 'file-too-large'],
    ['no name', { 'upload-length': '3' }, 400, 'header-invalid'],
    ['an unsupported file type', { ...named('a.exe'), 'upload-length': '3' }, 400, 'file-type-unsupported'],
    [
      'an unknown checksum',
      { ...named('a.csv'), 'upload-length': '3', 'upload-checksum': 'rot13 AA==' },
      400,
      'header-invalid',
    ],
  ])('with %s is refused', async (_, headers, status, code) => {
    const response = await send('/api/v1/uploads', { method: 'POST', key, headers: { ...tus, ...headers } })
    expect(await refusal(response)).toEqual([status, code])
  })

  test('with a body of another type is refused', async () => {
    const headers = { ...tus, 'upload-length': '15', ...named('a.csv'), 'content-type': 'text/csv' }
    expect(await refusal(await send('/api/v1/uploads', { key, headers, body: csv }))).toEqual([
      415,
      'upload-type-unsupported',
    ])
  })

  test.each([
    ['all', csv, 15],
    ['some', csv.subarray(0, 4), 4],
    ['none', new Uint8Array(), 0],
  ])('with %s of the bytes stores them', async (_, body, offset) => {
    const headers = { ...tus, ...bytesType, 'upload-length': '15', ...named('a.csv') }
    const response = await send('/api/v1/uploads', { key, headers, body })
    expect([response.status, response.headers.get('upload-offset')]).toEqual([201, String(offset)])
    expect(await offsetOf(String(response.headers.get('location')).slice(origin.length), key)).toBe(offset)
  })

  test('with more bytes than announced is refused', async () => {
    const headers = { ...tus, ...bytesType, 'upload-length': '14', ...named('a.csv') }
    const response = await send('/api/v1/uploads', { key, headers, body: csv })
    expect(await refusal(response)).toEqual([413, 'upload-too-long'])
  })
})

describe('HEAD', () => {
  test('returns the metadata and the offset, with no-store', async () => {
    const path = await begin(key, csv.length, 'données.csv')
    await append(path, { key, offset: 0, body: csv.subarray(0, 5) })
    const response = await send(path, { method: 'HEAD', key, headers: tus })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'upload-offset': '5',
      'upload-length': '15',
      'cache-control': 'no-store',
      ...named('données.csv'),
    })
    expect(response.headers.get('upload-expires')).toMatch(/GMT$/)
    expect(await response.text()).toBe('')
  })

  test('GET returns the same as JSON', async () => {
    const path = await begin(key, csv.length, 'données.csv')
    expect(await ask(path, { key })).toEqual({
      id: idOf(path),
      name: 'données.csv',
      length: 15,
      offset: 0,
      expiresAt: expect.stringMatching(/Z$/),
    })
  })

  test.each([
    ['0'.repeat(64), 404],
    ['x', 404],
    ['__proto__', 404],
    // An address that is not valid UTF-8.
    ['%E0%A4%A', 400],
  ])('of the unknown upload %s is %i without an offset', async (id, status) => {
    const response = await send(`/api/v1/uploads/${id}`, { method: 'HEAD', key, headers: tus })
    expect([response.status, response.headers.get('upload-offset')]).toEqual([status, null])
  })
})

describe('PATCH', () => {
  test('appends at the offset, and returns the new offset and the expiry', async () => {
    const path = await begin(key, csv.length)
    for (const [from, to] of [
      [0, 4],
      [4, 4],
      [4, 15],
    ] as const) {
      const response = await append(path, { key, offset: from, body: csv.subarray(from, to) })
      expect([response.status, response.headers.get('upload-offset')]).toEqual([204, String(to)])
      expect(response.headers.get('upload-expires')).toMatch(/GMT$/)
    }
    const { id } = await ask<{ id: string }>('/api/v1/datasets', { key, json: { upload: idOf(path) } }, 201)
    expect(await (await send(`/api/v1/datasets/${id}/raw`, { key })).text()).toBe('name,n\nA,1\nB,2\n')
  })

  test.each([
    ['another offset', { 'upload-offset': '3' }, 409, 'upload-offset-conflict'],
    ['no offset', { 'upload-offset': '' }, 400, 'header-invalid'],
    ['a negative offset', { 'upload-offset': '-4' }, 400, 'header-invalid'],
    ['another type', { 'content-type': 'application/octet-stream' }, 415, 'upload-type-unsupported'],
    ['the type of JSON', { 'content-type': 'application/json' }, 415, 'upload-type-unsupported'],
    ['an unknown checksum', { 'upload-checksum': 'rot13 AA==' }, 400, 'header-invalid'],
    ['a wrong checksum', { 'upload-checksum': sha1(csv) }, 460, 'upload-checksum-mismatch'],
  ])('with %s is refused and appends nothing', async (_, headers, status, code) => {
    const path = await begin(key, csv.length)
    await append(path, { key, offset: 0, body: csv.subarray(0, 4) })
    const response = await append(path, { key, offset: 4, body: csv.subarray(4), headers })
    expect(response.headers.get('tus-resumable')).toBe('1.0.0')
    expect(await refusal(response)).toEqual([status, code])
    expect(await offsetOf(path, key)).toBe(4)
  })

  test.each(['told', 'chunked'])('with more bytes than announced (%s) is refused and appends nothing', async (how) => {
    const path = await begin(key, 10)
    const body = how === 'told' ? csv : new Blob([csv]).stream()
    expect(await refusal(await append(path, { key, offset: 0, body }))).toEqual([413, 'upload-too-long'])
    expect(await offsetOf(path, key)).toBe(0)
  })

  test.each(['sha1', 'md5', 'sha256', 'sha512'])('with a correct %s is stored', async (algorithm) => {
    const path = await begin(key, csv.length)
    const digest = createHash(algorithm).update(csv).digest('base64')
    const headers = { 'upload-checksum': `${algorithm} ${digest}` }
    expect((await append(path, { key, offset: 0, body: csv, headers })).status).toBe(204)
    expect(await offsetOf(path, key)).toBe(15)
  })

  test('that is interrupted stores the received bytes', async () => {
    const path = await begin(key, csv.length)
    await append(path, { key, offset: 0, body: cutAfter(csv.subarray(0, 3), csv.subarray(3, 8)) }).catch(() => {})
    expect(await offsetOf(path, key)).toBe(8)
  })

  test('that is interrupted before its checksum is verified stores nothing', async () => {
    const path = await begin(key, csv.length)
    const headers = { 'upload-checksum': sha1(csv) }
    await append(path, { key, offset: 0, body: cutAfter(csv.subarray(0, 8)), headers }).catch(() => {})
    expect(await offsetOf(path, key)).toBe(0)
  })
})

describe('DELETE', () => {
  test('ends the upload: later requests get 410', async () => {
    const path = await begin(key, csv.length)
    await append(path, { key, offset: 0, body: csv })
    expect((await send(path, { method: 'DELETE', key, headers: tus })).status).toBe(204)
    for (const method of ['HEAD', 'DELETE']) {
      expect((await send(path, { method, key, headers: tus })).status).toBe(410)
    }
    expect(await refusal(await append(path, { key, offset: 15, body: csv }))).toEqual([410, 'upload-gone'])
    expect(await refusal(await send('/api/v1/datasets', { key, json: { upload: idOf(path) } }))).toEqual([
      410,
      'upload-gone',
    ])
  })
})

describe('X-HTTP-Method-Override', () => {
  test('replaces the method of a POST', async () => {
    const path = await begin(key, csv.length)
    const over = (method: string, more: Record<string, string> = {}, body?: BodyInit) =>
      send(path, {
        method: 'POST',
        key,
        headers: { ...tus, 'x-http-method-override': method, ...more },
        ...(body ? { body } : {}),
      })
    expect((await over('PATCH', { ...bytesType, 'upload-offset': '0' }, csv)).status).toBe(204)
    expect((await over('HEAD')).headers.get('upload-offset')).toBe('15')
    expect(await refusal(await over('TRACE'))).toEqual([400, 'header-invalid'])
    expect((await over('DELETE')).status).toBe(204)
    expect((await over('HEAD')).status).toBe(410)
  })
})

test('every route is described', async () => {
  const { paths } = await json<{ paths: Record<string, Record<string, unknown>> }>(await send('/api/v1/api-docs.json'))
  expect(Object.keys(paths['/api/v1/uploads'] ?? {})).toEqual(['post'])
  expect(Object.keys(paths['/api/v1/uploads/{upload}'] ?? {}).sort()).toEqual(['delete', 'get', 'patch', 'post'])
})
