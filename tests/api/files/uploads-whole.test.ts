/**
 * The result of an upload: the same bytes after any interruption, a dataset, a new version of a dataset, or nothing.
 */
import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteDiscards } from '../../../worker/datasets/runs'
import { Upload } from '../../../worker/datasets/uploads'
import { limits } from '../../../worker/limits'
import { keyOf, systemContext, town } from '../../support/accounts'
import { type Dataset, publish, read, untilFinalized, untilJournaled } from '../../support/datasets'
import { ask, multipart, refusal, send } from '../../support/http'
import { objects, rows } from '../../support/stored'
import { append, begin, csvOf, cutAfter, idOf, offsetOf, tus } from '../../support/uploads'

const { partBytes } = limits.uploads
const small = Uint8Array.from(new TextEncoder().encode('name,n\nA,1\nB,2\n'))
let key = ''

beforeEach(async () => {
  key = await keyOf()
})

/** Sends what is left in pieces that end at some offsets. */
async function sendTo(path: string, bytes: Uint8Array<ArrayBuffer>, ends: number[]): Promise<void> {
  for (const end of [...ends, bytes.length]) {
    const offset = await offsetOf(path, key)
    expect((await append(path, { key, offset, body: bytes.slice(offset, end) })).status).toBe(204)
  }
}

const create = (path: string, more: Record<string, unknown> = {}) =>
  ask<Dataset>('/api/v1/datasets', { key, json: { upload: idOf(path), ...more } }, 201)
const raw = async (id: string) =>
  new Uint8Array(await (await send(`/api/v1/datasets/${id}/raw`, { key })).arrayBuffer())
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const objectOf = (path: string) => env.UPLOADS.get(env.UPLOADS.idFromString(idOf(path)))

describe('the stored bytes are those sent', () => {
  test.each([
    ['one part exactly', partBytes, []],
    ['one part and a byte, cut between them', partBytes + 1, [partBytes]],
    ['one part less a byte', partBytes - 1, [1]],
    ['two parts, cut around their border', 2 * partBytes, [partBytes - 1, partBytes, partBytes + 1, 2 * partBytes - 1]],
    ['pieces of odd sizes', partBytes + 700_000, [1, 262_143, 262_144, 262_145, 1_000_003, partBytes + 3]],
  ])('%s', async (_, length, ends) => {
    const bytes = csvOf(length).slice(0, length)
    const path = await begin(key, length)
    for (const end of ends) {
      await sendTo(path, bytes.slice(0, end), [])
      // What was only in memory is gone, as after a restart.
      await abortAllDurableObjects()
      expect(await offsetOf(path, key)).toBe(end)
    }
    await sendTo(path, bytes, [])
    const { id, originalFile } = await create(path)
    expect(originalFile).toMatchObject({ size: length, md5: createHash('md5').update(bytes).digest('hex') })
    expect(digest(await raw(id))).toBe(digest(bytes))
  })

  test('cut connections at part borders and odd bytes', async () => {
    const bytes = csvOf(2 * partBytes)
    const path = await begin(key, bytes.length)
    for (const cut of [3, partBytes, 5_000_000, partBytes + 1]) {
      const offset = await offsetOf(path, key)
      const body = cutAfter(bytes.subarray(offset, Math.min(offset + cut, bytes.length)))
      await append(path, { key, offset, body }).catch(() => {})
      await abortAllDurableObjects()
      const kept = await offsetOf(path, key)
      expect(kept).toBeGreaterThan(offset)
      expect(kept).toBeLessThanOrEqual(offset + cut)
    }
    await sendTo(path, bytes, [])
    const { id } = await create(path)
    expect(digest(await raw(id))).toBe(digest(bytes))
  })

  test('a wrong checksum over many parts discards the parts already in R2', async () => {
    const bytes = csvOf(2 * partBytes + 1_000)
    const path = await begin(key, bytes.length)
    await sendTo(path, bytes.slice(0, 100), [])
    const headers = { 'upload-checksum': `sha1 ${createHash('sha1').update(bytes).digest('base64')}` }
    const wrong = bytes.slice(100).fill(65)
    expect((await append(path, { key, offset: 100, body: wrong, headers })).status).toBe(460)
    expect(await offsetOf(path, key)).toBe(100)
    await sendTo(path, bytes, [])
    const { id } = await create(path)
    expect(digest(await raw(id))).toBe(digest(bytes))
  })
})

describe('two requests at once', () => {
  test('never interleave: the later one stops the earlier one', async () => {
    const path = await begin(key, small.length)
    const stalled = new TransformStream<Uint8Array, Uint8Array>()
    const writer = stalled.writable.getWriter()
    const appended = vi.spyOn(Upload.prototype, 'append')
    const first = append(path, { key, offset: 0, body: stalled.readable })
    await writer.write(new TextEncoder().encode('XXXX'))
    await expect.poll(() => appended.mock.calls.length, { message: 'the earlier request has arrived' }).toBe(1)
    appended.mockRestore()
    expect((await append(path, { key, offset: 0, body: small })).status).toBe(204)
    expect(await refusal(await first)).toEqual([409, 'upload-overtaken'])
    const { id } = await create(path)
    expect(await raw(id)).toEqual(small)
  })

  test('at the same offset store their bytes once', async () => {
    const path = await begin(key, small.length)
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => append(path, { key, offset: 0, body: small.slice(0, 7) })),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(7)
    expect(await offsetOf(path, key)).toBe(7)
  })

  test('that create a dataset from one upload create one dataset', async () => {
    const path = await begin(key, small.length)
    await sendTo(path, small, [])
    const json = { upload: idOf(path) }
    const answers = await Promise.all([1, 2, 3].map(() => send('/api/v1/datasets', { key, json })))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses[0]).toBe(201)
    for (const status of statuses.slice(1)) expect([409, 410]).toContain(status)
    expect(await rows('select id from datasets')).toHaveLength(1)
  })
})

describe('a dataset', () => {
  test('is created from an upload with its name; the upload is then gone', async () => {
    const path = await begin(key, small.length, 'Places of été.csv')
    await sendTo(path, small, [])
    const { id, status } = await create(path, { description: 'From an upload' })
    expect(status).toBe('loaded')
    expect(await untilFinalized(id, key)).toMatchObject({
      title: 'Places of été',
      description: 'From an upload',
      count: 2,
      originalFile: { name: 'Places of été.csv', size: small.length, mimetype: 'text/csv' },
    })
    expect((await send(path, { method: 'HEAD', key, headers: tus })).status).toBe(410)
    expect(await rows('select * from discards')).toEqual([])
    expect(await objects()).toHaveLength(1)
  })

  test('accepts an upload in a multipart body, with an encoding and a title', async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode('name,n\n'),
      0xe9,
      ...new TextEncoder().encode(',1\nB,2\n'),
    ])
    const path = await begin(key, bytes.length)
    await sendTo(path, bytes, [])
    const form = multipart([
      { name: 'upload', value: idOf(path) },
      { name: 'title', value: 'Named' },
      { name: 'file_encoding', value: 'ISO-8859-1' },
    ])
    const { id } = await ask<Dataset>('/api/v1/datasets', { key, ...form }, 201)
    expect(await untilFinalized(id, key)).toMatchObject({ title: 'Named', file: { encoding: 'ISO-8859-1' } })
  })

  test('gets a new version from an upload', async () => {
    const { id } = await publish('name,n\nold,1\nolder,2\n', { key })
    const path = await begin(key, small.length)
    await sendTo(path, small, [])
    const replaced = await ask<Dataset>(`/api/v1/datasets/${id}`, { key, json: { upload: idOf(path) } })
    expect(replaced).toMatchObject({ id, status: 'loaded', draftReason: { key: 'file-updated' } })
    await untilJournaled(id, key, 'finalize-end', 2)
    expect(await raw(id)).toEqual(small)
    expect((await read(id, key)).status).toBe('finalized')
  })

  test('that is refused leaves the upload unchanged', async () => {
    const path = await begin(key, small.length)
    await sendTo(path, small, [])
    for (const [json, status] of [
      [{ upload: idOf(path), isRest: true, title: 'x' }, 400],
      [{ upload: idOf(path), owner: { type: 'user', id: 'other', name: 'Other' } }, 403],
      [{ upload: idOf(path), unknown: 1 }, 400],
    ] as const) {
      expect((await send('/api/v1/datasets', { key, json })).status).toBe(status)
    }
    expect(await offsetOf(path, key)).toBe(small.length)
    const { id } = await create(path)
    expect(await raw(id)).toEqual(small)
  })

  test.each([
    ['is incomplete', 15, small.subarray(0, 4), 409, 'upload-unfinished'],
    ['is empty', 0, new Uint8Array(), 400, 'file-empty'],
  ])('is refused with an upload that %s', async (_, length, bytes, status, code) => {
    const path = await begin(key, length)
    await append(path, { key, offset: 0, body: bytes.slice() })
    expect(await refusal(await send('/api/v1/datasets', { key, json: { upload: idOf(path) } }))).toEqual([status, code])
  })

  test('is refused with both a file and an upload', async () => {
    const path = await begin(key, small.length)
    await sendTo(path, small, [])
    const form = multipart([
      { name: 'upload', value: idOf(path) },
      { name: 'file', value: small, fileName: 'a.csv' },
    ])
    expect((await refusal(await send('/api/v1/datasets', { key, ...form })))[0]).toBe(400)
    expect(await objects()).toEqual([])
  })
})

describe('an abandoned upload', () => {
  /** As if its last byte had come so long ago. */
  async function age(path: string): Promise<void> {
    await runInDurableObject(objectOf(path), (_: Upload, { storage }) => {
      storage.kv.put('upload', { ...storage.kv.get<object>('upload'), expiresAt: Date.now() - 1 })
    })
  }

  async function discarded(): Promise<void> {
    const later = new Date(Date.now() + limits.uploads.dropRemovedAfterMs + 1_000)
    while (await deleteDiscards({ ...systemContext(), now: () => later }));
    expect(await rows('select * from discards')).toEqual([])
    expect(await objects()).toEqual([])
  }

  test.each(['begun', 'of several parts', 'assembled'])('%s: its alarm removes all its data', async (how) => {
    const bytes = how === 'of several parts' ? csvOf(partBytes + 10) : small
    const path = await begin(key, bytes.length)
    if (how !== 'begun') await sendTo(path, bytes, [])
    if (how === 'assembled') {
      await send('/api/v1/datasets', { key, json: { upload: idOf(path), isRest: true, title: 'refused' } })
      expect(await objects()).toHaveLength(1)
    }
    expect(await runDurableObjectAlarm(objectOf(path))).toBe(true)
    expect(await offsetOf(path, key)).toBe(how === 'begun' ? 0 : bytes.length)
    await age(path)
    expect(await runDurableObjectAlarm(objectOf(path))).toBe(true)
    expect((await send(path, { method: 'HEAD', key, headers: tus })).status).toBe(410)
    await runInDurableObject(objectOf(path), async (_: Upload, { storage }) => {
      expect([...storage.kv.list()]).toEqual([])
      expect(await storage.getAlarm()).toBeNull()
    })
    await discarded()
  })

  test('that is deleted leaves no data', async () => {
    const path = await begin(key, small.length)
    await sendTo(path, small, [])
    await send(path, { method: 'DELETE', key, headers: tus })
    await discarded()
  })

  test('counts against a limit of its account, not of other accounts', async () => {
    const max = limits.uploads.maxOpen
    await env.DB.batch(
      Array.from({ length: max }, (_, i) =>
        env.DB.prepare(`insert into discards values ('file', ?1, 1e15)`).bind(
          `${town.type}/${town.id}/uploads/${i}/original`,
        ),
      ),
    )
    const sent = {
      method: 'POST',
      headers: { ...tus, 'upload-length': '3', 'upload-metadata': 'filename YS5jc3Y=' },
    }
    expect(await refusal(await send('/api/v1/uploads', { key, ...sent }))).toEqual([429, 'uploads-too-many'])
    const other = await keyOf({ type: 'organization', id: 'townhall', name: 'Hall' })
    expect((await send('/api/v1/uploads', { key: other, ...sent })).status).toBe(201)
  })
})
