/** Responses cached at the edge are never stale and never private. */
import { beforeEach, describe, expect, test } from 'vitest'
import { clearCachedResponses } from '../../worker/http/caching/cached-responses'
import { limits } from '../../worker/limits'
import { keyOf } from '../support/accounts'
import { type Dataset, open, publish, read, untilFinalized, untilJournaled, upload } from '../support/datasets'
import { createEditable, postLine } from '../support/editable'
import { ask, send } from '../support/http'
import { eventually } from '../support/wait'

const many = limits.indexes.fromLines
const places = (count: number, name = 'p') =>
  `name,lat,lon\n${Array.from({ length: count }, (_, at) => `${name}${at % 9},${40 + (at % 90) / 10},${(at % 70) / 10}`).join('\n')}\n`

/** An answer as a new isolate gives it, and whether lines were read for it. */
async function answered(path: string, key?: string) {
  clearCachedResponses()
  const response = await send(path, { key })
  const isRead = !/rows;desc="0"/.test(response.headers.get('server-timing') ?? '')
  return { response, isRead, body: new Uint8Array(await response.arrayBuffer()), status: response.status }
}

const untilKept = (path: string) =>
  eventually(async () => {
    const answer = await answered(path)
    if (answer.isRead) throw new Error('lines are still read')
    return answer
  })

/** Asks often enough for an answer to be kept, if it were. */
async function alwaysRead(path: string, key?: string): Promise<void> {
  for (let time = 0; time < 10; time++) {
    const { isRead, status } = await answered(path, key)
    expect([status, isRead]).toEqual([200, true])
  }
}

async function located(content: string, key: string): Promise<Dataset> {
  const { id, schema } = await publish(content, { key })
  const concepts = new Map([
    ['lat', 'http://schema.org/latitude'],
    ['lon', 'http://schema.org/longitude'],
  ])
  const named = schema.map((field) => ({ ...field, 'x-refersTo': concepts.get(field.key) ?? field['x-refersTo'] }))
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { schema: named } })
  return untilFinalized(id, key)
}

let key: string
beforeEach(async () => {
  key = await keyOf()
})

test('a public tile is computed once per version, and refused once the dataset is private', async () => {
  const { id } = await located(places(900), key)
  const tile = `/api/v1/datasets/${id}/lines?format=pbf&xyz=8,5,4&sampling=max`
  await alwaysRead(tile, key)
  expect((await answered(tile)).status).toBe(403)
  await open(id, key)
  const first = await answered(tile)
  expect(first.response.headers.get('x-tilesmode')).toBe('es/max')
  const kept = await untilKept(tile)
  expect(kept.body).toEqual(first.body)
  expect(kept.response.headers.get('x-tilesmode')).toBe('cache/max')
  for (const name of ['content-type', 'etag', 'cache-control', 'last-modified']) {
    expect([name, kept.response.headers.get(name)]).toEqual([name, first.response.headers.get(name)])
  }
  // Those who are signed in are told the same, and nobody else is told of their key.
  expect((await answered(`${tile}&apiKey=${key}`)).body).toEqual(first.body)

  await upload(places(700, 'q'), { key, id })
  await untilJournaled(id, key, 'finalize-end', 3)
  const next = await answered(tile)
  expect(next.isRead).toBe(true)
  expect(next.body).not.toEqual(first.body)
  await untilKept(tile)
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [] })
  expect((await answered(tile)).status).toBe(403)
  expect((await answered(tile, key)).isRead).toBe(true)
})

describe('lines requested by version', () => {
  const versioned = async (id: string, query = '') => {
    const { finalizedAt = '' } = await read(id, key)
    return `/api/v1/datasets/${id}/lines?finalizedAt=${encodeURIComponent(finalizedAt)}${query}`
  }

  test('are cached in each format, completely and with the same headers', async () => {
    const { id } = await publish(places(30), { key })
    await open(id, key)
    for (const query of ['&size=5', '&size=5&format=csv', '&size=5&format=xlsx']) {
      const path = await versioned(id, query)
      const first = await answered(path)
      const kept = await untilKept(path)
      expect(kept.body).toEqual(first.body)
      for (const name of ['content-type', 'content-disposition', 'link', 'etag']) {
        expect([name, kept.response.headers.get(name)]).toEqual([name, first.response.headers.get(name)])
      }
    }
  })

  test('are current even if an older version is requested', async () => {
    const { id } = await publish(places(30), { key })
    await open(id, key)
    const path = await versioned(id)
    await answered(path)
    await untilKept(path)
    await upload(places(7, 'new'), { key, id })
    await untilJournaled(id, key, 'finalize-end', 2)
    const { body } = await answered(path)
    expect(JSON.parse(new TextDecoder().decode(body)).total).toBe(7)
  })

  test('do not contain the key of the first request', async () => {
    const { id } = await publish(places(30), { key })
    await open(id, key)
    const path = await versioned(id, '&size=5')
    await answered(`${path}&apiKey=${key}`)
    const kept = await untilKept(path)
    expect(new TextDecoder().decode(kept.body)).not.toContain(key)
    expect(kept.response.headers.get('link')).not.toContain(key)
  })

  test('are stored by shared caches for five minutes only: the dataset may become private', async () => {
    const { id } = await publish(places(30), { key })
    await open(id, key)
    const path = await versioned(id)
    const shared = async () => {
      const { headers } = await send(path, { key })
      return ['cache-control', 'cdn-cache-control', 'x-accel-expires'].map((name) => headers.get(name))
    }
    expect(await shared()).toEqual(['must-revalidate, public, max-age=604800', 'public, max-age=300', '300'])
    await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: [] })
    expect(await shared()).toEqual(['must-revalidate, private, max-age=604800', null, null])
  })

  test('are not cached for private datasets', async () => {
    const { id } = await publish(places(30), { key })
    await alwaysRead(await versioned(id), key)
    expect((await answered(await versioned(id))).status).toBe(403)
  })

  test('of editable datasets are cached until the next write, of virtual datasets never', async () => {
    const { id } = await createEditable(key, { schema: [{ key: 'name', type: 'string' }] })
    await postLine(id, key, { _id: 'a', name: 'one' })
    await open(id, key)
    await untilFinalized(id, key)
    const path = await versioned(id)
    await untilKept(path)
    await postLine(id, key, { _id: 'b', name: 'two' })
    const next = await answered(path)
    expect(next.isRead).toBe(true)
    expect(JSON.parse(new TextDecoder().decode(next.body)).total).toBe(2)

    const json = { isVirtual: true, title: 'All', schema: [{ key: 'name' }], virtual: { children: [id] } }
    const virtual = await ask<Dataset>('/api/v1/datasets', { key, json }, 201)
    await untilFinalized(virtual.id, key)
    await open(virtual.id, key)
    await alwaysRead(await versioned(virtual.id))
  })
})

test('an inexpensive page is not cached at the edge', async () => {
  const { id } = await publish(places(many), { key })
  await open(id, key)
  await alwaysRead(`/api/v1/datasets/${id}/lines?size=5`)
})
