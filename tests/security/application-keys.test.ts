/** Application keys give no other access, cannot be guessed, are not shared by caches, and are not logged. */

import { env } from 'cloudflare:workers'
import { SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearCachedResponses } from '../../worker/http/caching/cached-responses'
import { keyOf, town, village } from '../support/accounts'
import { type Dataset, open, publish, read } from '../support/datasets'
import { createEditable } from '../support/editable'
import { ask, type Sent, send } from '../support/http'
import { application, fromLink, fromPage, tokenSince } from '../support/links'
import { eventually } from '../support/wait'

afterEach(() => vi.restoreAllMocks())

let key: string
beforeEach(async () => {
  key = await keyOf()
})
const linesOf = (id: string, query = '') => `/api/v1/datasets/${id}/lines${query}`

describe('a key that opens nothing', () => {
  let dataset: Dataset
  let app: string
  beforeEach(async () => {
    dataset = await createEditable(key)
    app = await application({ owner: town, datasets: { [dataset.id]: null }, keys: ['a-good-key'] })
  })

  test.each<[string, () => Sent]>([
    ['guessed', () => fromLink('a-good-kez', app)],
    ['empty', () => fromLink('', app)],
    ['in another case', () => fromLink('A-GOOD-KEY', app)],
    ['a part of a key', () => fromLink('a-good', app)],
    ['a pattern', () => fromLink('%25', app)],
    ['SQL', () => fromLink(encodeURIComponent("' or 1=1 --"), app)],
    ['very long', () => fromLink('k'.repeat(5_000), app)],
    ['of another application', () => fromLink('a-good-key', 'other')],
    [
      'on a page of another site',
      () => ({ headers: { referer: `https://evil.example/data-fair/app/a-good-key:${app}` } }),
    ],
    ['in the address of the API', () => fromPage('/data-fair/app/', {})],
  ])('%s, gets the same response as without a key', async (_, sent) => {
    const without = await send(linesOf(dataset.id))
    const refused = await send(linesOf(dataset.id), sent())
    const told = async (response: Response) => {
      const { requestId: _, ...body } = await response.json<Record<string, unknown>>()
      return [response.status, body, response.headers.get('vary'), response.headers.get('cache-control')]
    }
    expect(await told(refused)).toEqual(await told(without))
    expect((await send(linesOf(dataset.id, `?key=a-good-key`))).status).toBe(403)
  })

  test('of another owner whose application names this dataset', async () => {
    const theirs = await application({ owner: village, datasets: { [dataset.id]: null }, keys: ['theirs'] })
    expect((await send(linesOf(dataset.id), fromLink('theirs', theirs))).status).toBe(403)
    expect((await send(linesOf(dataset.id), fromLink('theirs', app))).status).toBe(403)
  })

  test('opens no dataset that is created after it was named', async () => {
    const id = 'accounts-of-the-town'
    const early = await application({ owner: town, datasets: { [id]: null }, keys: ['early'] })
    await env.DB.prepare("update applications set created_at = '2026-01-01T00:00:00.000Z' where id = ?")
      .bind(early)
      .run()
    const json = { isRest: true, title: id, schema: [{ key: 'a', type: 'string' }] }
    await ask(`/api/v1/datasets/${id}`, { key, method: 'PUT', json }, 201)
    expect((await send(linesOf(id), fromLink('early', early))).status).toBe(403)
    const late = await application({ owner: town, datasets: { [id]: null }, keys: ['late'] })
    expect((await send(linesOf(id), fromLink('late', late))).status).toBe(200)
  })

  test('is limited by the anonymous rate', async () => {
    const vars = { RATE_ANONYMOUS: '5' }
    const codes = []
    for (let guess = 0; guess < 8; guess++) {
      const headers = { 'cf-connecting-ip': '192.0.2.66' }
      codes.push((await send(linesOf(dataset.id), fromLink(`guess-${guess}`, app, { headers, vars }))).status)
    }
    expect(codes).toEqual([403, 403, 403, 403, 403, 429, 429, 429])
  })

  test('causes a database query only for a page that names a key', async () => {
    const trips = async (sent: Sent) => {
      const response = await send(linesOf(dataset.id), sent)
      return Number(/trips;desc="(\d+)"/.exec(response.headers.get('server-timing') ?? '')?.[1])
    }
    await open(dataset.id, key)
    // Asked twice it is remembered.
    for (let time = 0; time < 2; time++) await trips({})
    const usual = await trips({})
    expect(await trips(fromPage('/dataset/trees/table'))).toBe(usual)
    expect(await trips(fromLink('guessed', app))).toBe(usual + 1)
    expect(await trips(fromLink('guessed', app))).toBe(usual)
  })
})

describe('a response through a link', () => {
  const lines = `name,n\n${Array.from({ length: 30 }, (_, at) => `p${at},${at}`).join('\n')}\n`
  const isRead = (response: Response) => !/rows;desc="0"/.test(response.headers.get('server-timing') ?? '')

  test('is private, and never taken from the edge cache', async () => {
    const { id } = await publish(lines, { key })
    await open(id, key)
    const app = await application({ owner: town, datasets: { [id]: null }, keys: ['K1'] })
    const { finalizedAt = '' } = await read(id, key)
    const path = linesOf(id, `?finalizedAt=${encodeURIComponent(finalizedAt)}`)
    // Of what this isolate remembers, nothing: what others are sent is kept at the edge.
    const asked = (sent?: Sent) => {
      clearCachedResponses()
      return send(path, sent)
    }
    const linked = async () => {
      const response = await asked(fromLink('K1', app))
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('must-revalidate, private, max-age=0')
      expect(response.headers.get('vary')).toContain('referer')
      await response.arrayBuffer()
      return isRead(response)
    }
    for (let time = 0; time < 3; time++) expect(await linked()).toBe(true)
    const first = await asked()
    expect([isRead(first), first.headers.get('cache-control')]).toEqual([
      true,
      'must-revalidate, public, max-age=604800',
    ])
    await eventually(async () => {
      if (isRead(await asked())) throw new Error('lines are still read')
    })
    expect(await linked()).toBe(true)
  })

  test('is refused when the link grants less than the public permissions', async () => {
    const { id } = await publish(lines, { key })
    await open(id, key)
    const app = await application({ owner: town, datasets: { [id]: { operations: ['readSchema'] } }, keys: ['K1'] })
    expect((await send(linesOf(id))).status).toBe(200)
    expect((await send(linesOf(id), fromLink('K1', app))).status).toBe(403)
  })

  test('of a private dataset is not cached for other callers', async () => {
    const { id } = await publish(lines, { key })
    const app = await application({ owner: town, datasets: { [id]: null }, keys: ['K1'] })
    const { finalizedAt = '' } = await read(id, key)
    const path = linesOf(id, `?finalizedAt=${encodeURIComponent(finalizedAt)}`)
    const answer = await send(path, fromLink('K1', app))
    const etag = answer.headers.get('etag') ?? ''
    expect([answer.status, etag === '']).toEqual([200, false])
    expect((await send(path)).status).toBe(403)
    expect((await send(path, { headers: { 'if-none-match': etag } })).status).toBe(403)
    const known = await send(path, fromLink('K1', app, { headers: { 'if-none-match': etag } }))
    expect([known.status, known.headers.get('vary')]).toEqual([304, 'cookie, x-apikey, referer'])
  })
})

describe('a token of an anonymous action', () => {
  const signed = (claims: Record<string, unknown>, secret: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secret))
  const since = Date.now() - 60_000

  test.each<[string, () => string | Promise<string>]>([
    ['that is malformed', () => 'a.b.c'],
    ['without signature', () => `${btoa('{"alg":"none"}')}.${btoa(`{"anonymousAction":true,"issuedAt":${since}}`)}.`],
    ['signed with another secret', () => signed({ anonymousAction: true, issuedAt: since }, 'x'.repeat(32))],
    [
      'signed with the secret of sessions',
      () => signed({ anonymousAction: true, issuedAt: since }, env.AUTH_SECRET ?? ''),
    ],
    ['that is expired', () => tokenSince(2 * 86_400_000)],
    ['that was altered', async () => (await tokenSince(60_000)).replace(/.\./, 'A.')],
  ])('%s is refused', async (_, token) => {
    const { id } = await createEditable(key)
    const app = await application({ owner: town, datasets: { [id]: { operations: ['createLine'] } }, keys: ['K1'] })
    const headers = { 'x-anonymousToken': await token() }
    const refused = await send(linesOf(id), fromLink('K1', app, { json: { species: 'ash' }, headers }))
    expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([401, 'anonymous-token-invalid'])
  })
})

test('neither the key nor the token is in the log', async () => {
  const { id } = await createEditable(key)
  const app = await application({
    owner: town,
    datasets: { [id]: { operations: ['createLine'] } },
    keys: ['a-good-key'],
  })
  const token = await tokenSince(60_000)
  const spies = (['info', 'warn', 'error', 'log'] as const).map((level) => vi.spyOn(console, level))
  const headers = { 'x-anonymousToken': token }
  const sent = fromLink('a-good-key', app, { json: { species: 'ash' }, headers })
  expect([(await send(linesOf(id), sent)).status, (await send(linesOf(id), sent)).status]).toEqual([201, 429])
  const logged = spies.flatMap((spy) => spy.mock.calls).join('\n')
  expect(logged).toContain('applicationKey')
  expect(logged).not.toContain('a-good-key')
  expect(logged).not.toContain(token)
})
