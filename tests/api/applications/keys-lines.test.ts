/** Lines added with an application key. */
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf, type SignedIn, signedIn, town } from '../../support/accounts'
import { type Dataset, read } from '../../support/datasets'
import { createEditable, postLine } from '../../support/editable'
import { ask, json, origin, refusal, type Sent, send } from '../../support/http'
import { application, fromLink, tokenSince } from '../../support/links'

const old = 60_000
let key: string
let dataset: Dataset
beforeEach(async () => {
  key = await keyOf()
  dataset = await createEditable(key)
  await postLine(dataset.id, key, { _id: 'oak', species: 'oak' })
})

const at = (path = '') => `/api/v1/datasets/${dataset.id}${path}`

describe('a line through a link', () => {
  let app: string
  beforeEach(async () => {
    const operations = ['readSafeSchema', 'createLine']
    app = await application({ owner: town, datasets: { [dataset.id]: { operations } }, keys: ['K1'] })
  })
  const line = (headers: Record<string, string> = {}, json: unknown = { species: 'ash' }) =>
    send(at('/lines'), fromLink('K1', app, { json, headers }))
  const language = { 'accept-language': 'fr' }

  test('requires an anonymous token of a minimum age', async () => {
    expect(await refusal(await line())).toEqual([401, 'anonymous-token-missing'])
    const { detail } = await json<{ detail: string }>(await line(language))
    expect(detail).toBe("Un jeton d'action anonyme est requis.")
    expect(await refusal(await line({ 'x-anonymousToken': 'nonsense' }))).toEqual([401, 'anonymous-token-invalid'])
    const token = await (await send('/simple-directory/api/auth/anonymous-action')).text()
    const early = await line({ 'x-anonymousToken': token })
    expect(early.headers.get('retry-after')).toBe('1')
    expect(await refusal(early)).toEqual([429, 'anonymous-token-young'])
    const written = await line({ 'x-anonymousToken': await tokenSince(old) })
    expect(written.status).toBe(201)
    expect(await json(written)).not.toHaveProperty('_status')
    expect((await read(dataset.id, key)).count).toBe(2)
  })

  test.each([
    ['deletes nothing', { _id: 'oak', _action: 'delete' }],
    ['changes nothing', { _id: 'oak', _action: 'patch', species: 'elm' }],
    ['replaces nothing', { _id: 'oak', species: 'elm' }],
  ])('%s that is there', async (_, sent) => {
    const before = await ask(at('/lines/oak'), { key })
    const refused = await line({ 'x-anonymousToken': await tokenSince(old) }, sent)
    expect(refused.status).toBe(409)
    expect(await ask(at('/lines/oak'), { key })).toEqual(before)
  })

  test('is limited to one a minute for each token and address', async () => {
    const token = { 'x-anonymousToken': await tokenSince(old), 'cf-connecting-ip': '192.0.2.1' }
    expect((await line(token)).status).toBe(201)
    const second = await line(token)
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(30)
    expect(await refusal(second)).toEqual([429, 'anonymous-writes-exceeded'])
    expect((await line({ ...token, 'x-anonymousToken': await tokenSince(old) })).status).toBe(201)
    expect((await line({ ...token, 'cf-connecting-ip': '192.0.2.2' })).status).toBe(201)
    await env.DB.prepare('update attempts set until = until - ?').bind(limits.rates.anonymousWriteMs).run()
    expect((await line(token)).status).toBe(201)
  })

  test('that is refused does not count against the limit', async () => {
    const token = { 'x-anonymousToken': await tokenSince(old) }
    expect((await line(token, { unknown: 1 })).status).toBe(400)
    expect((await line(token)).status).toBe(201)
  })

  test('is stored once when the same token is sent five times at once', async () => {
    const token = { 'x-anonymousToken': await tokenSince(old) }
    const answers = await Promise.all(Array.from({ length: 5 }, () => line(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429, 429, 429])
  })

  test.each([
    ['no origin', undefined, 201],
    ['the origin of the service', origin, 201],
    ['another origin', 'https://evil.example', 405],
    ['the origin null', 'null', 405],
  ])('from %s', async (_, from, status) => {
    const headers = { 'x-anonymousToken': await tokenSince(old), ...(from === undefined ? {} : { origin: from }) }
    expect((await line(headers)).status).toBe(status)
  })

  test('requires a token with a session too, and is attributed to the user', async () => {
    await ask(at(), { key, method: 'PATCH', json: { rest: { storeUpdatedBy: true } } })
    const { headers, id } = await signedIn('visitor')
    expect((await line(headers)).status).toBe(401)
    const token = await tokenSince(old)
    const written = await json(await line({ ...headers, 'x-anonymousToken': token }))
    expect(written._updatedBy).toBe(id)
    const nobody = await json(await line({ 'x-anonymousToken': await tokenSince(old) }))
    expect(nobody._updatedBy).toBe(`applicationKey:${app}`)
  })

  test('is the only write that a key allows', async () => {
    const everything = { classes: ['list', 'read', 'readAdvanced', 'write', 'manageOwnLines', 'admin'] }
    app = await application({ owner: town, datasets: { [dataset.id]: everything }, keys: ['K2'] })
    const headers = { 'x-anonymousToken': await tokenSince(old) }
    const json = { species: 'elm' }
    for (const [method, path, sent] of [
      ['PUT', '/lines/oak', { json }],
      ['PATCH', '/lines/oak', { json }],
      ['DELETE', '/lines/oak', {}],
      ['DELETE', '/lines', {}],
      ['POST', '/_bulk_lines', { json: [json] }],
      ['PATCH', '', { json: { title: 'Mine' } }],
      ['DELETE', '', {}],
      ['PUT', '/permissions', { json: [] }],
      ['GET', '/permissions', {}],
      ['GET', '/read-api-key', {}],
    ] as const) {
      const { status } = await send(at(path), fromLink('K2', app, { method, headers, ...sent }))
      expect([method, path, status]).toEqual([method, path, 403])
    }
  })
})

describe('lines of one’s own through a link', () => {
  let app: string
  let visitor: SignedIn
  beforeEach(async () => {
    await ask(at(), { key, method: 'PATCH', json: { rest: { lineOwnership: true } } })
    const operations = ['createOwnLine', 'readOwnLines', 'patchOwnLine']
    app = await application({ owner: town, datasets: { [dataset.id]: { operations } }, keys: ['K1'] })
    visitor = await signedIn('visitor')
  })
  const own = (path: string, sent: Sent = {}) => send(at(`/own/user:visitor/lines${path}`), fromLink('K1', app, sent))

  test('require a session', async () => {
    expect((await own('')).status).toBe(401)
    const anonymous = await own('', {
      json: { species: 'fir' },
      headers: { 'x-anonymousToken': await tokenSince(old) },
    })
    expect(anonymous.status).toBe(401)
    expect((await send(at('/own/user:visitor/lines'), visitor)).status).toBe(403)
    const { headers } = visitor
    const written = await own('', {
      json: { _id: 'fir', species: 'fir' },
      headers: { ...headers, 'x-anonymousToken': await tokenSince(old) },
    })
    expect([written.status, await json(written)]).toMatchObject([201, { _owner: 'user:visitor' }])
    expect(await json(await own('', { headers }))).toMatchObject({ total: 1 })
    expect((await own('/fir', { headers })).status).toBe(403)
    const patched = await own('/fir', {
      method: 'PATCH',
      json: { age: 3 },
      headers: { ...headers, 'x-anonymousToken': await tokenSince(old) },
    })
    expect(patched.status).toBe(200)
    const others = await send(at('/own/user:other/lines'), fromLink('K1', app, { headers }))
    expect(await refusal(others)).toEqual([403, 'owner-not-self'])
  })
})
