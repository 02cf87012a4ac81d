/** Batches, answers, addresses and headers of remote services. */
import { describe, expect, test } from 'vitest'
import { applicationInReferer } from '../../../worker/http/link-key-in-referer'
import { accessOf, sentApiKey } from '../../../worker/pages/remote-services/forms'
import { privateCaching } from '../../../worker/remote-service-proxy/response'
import { upstreamUrl } from '../../../worker/remote-service-proxy/upstream-url'
import { accountCanUse, canChange, canUse } from '../../../worker/remote-services/access'
import { batchesOf } from '../../../worker/remote-services/enrichment/batches'
import { decodeLines, encodeLines } from '../../../worker/remote-services/enrichment/lines'
import { answerReader } from '../../../worker/remote-services/enrichment/read-answer'
import type { BatchCall, EnrichmentAction } from '../../../worker/remote-services/enrichment/types'

test.each<[string[], object, string[][]]>([
  [[], {}, []],
  [['a', 'b', 'c'], {}, [['a', 'b'], ['c']]],
  [['aaaa', 'a', 'a'], { maxLines: 9 }, [['aaaa'], ['a', 'a']]],
  [['aaaaaaaa', 'a'], {}, [['aaaaaaaa'], ['a']]],
])('batches of %j', (rows, bounds, expected) => {
  expect(batchesOf(rows, { maxLines: 2, maxChars: 4, ...bounds }, ({ length }) => length)).toEqual(expected)
})

const batchCall: BatchCall = {
  method: 'POST',
  url: 'https://api.example.org/find',
  key: undefined,
  isNdjson: true,
  identifier: { input: 'id', output: 'id' },
  maxLines: 250,
}

const action = (changes: Partial<EnrichmentAction> = {}): EnrichmentAction => ({
  service: { id: 'towns', title: 'Towns' },
  id: 'find',
  summary: 'Find',
  input: [],
  output: [
    { name: 'count', type: 'integer' },
    { name: 'share', type: 'number' },
    { name: 'open', type: 'boolean' },
    { name: 'day', type: 'string', format: 'date' },
    { name: 'tags', type: 'string', separator: ';' },
    { name: 'text', type: 'string' },
  ],
  errorKey: 'error',
  call: batchCall,
  ...changes,
})

describe('an answer', () => {
  test.each<[object, object]>([
    [{ count: 1, share: 0.5, open: true, text: 'a' }, { values: { count: 1, share: 0.5, open: true, text: 'a' } }],
    [{ count: '2', open: 'false' }, { values: { count: 2, open: false } }],
    [{ count: null, text: '', other: 1 }, { values: {} }],
    [{ count: 1.5 }, { values: {}, error: 'count: "1.5" is not a valid whole number' }],
    [{ day: '2024-02-30' }, { values: {}, error: 'day: "2024-02-30" is not a valid date (YYYY-MM-DD)' }],
    [{ tags: ['a', 'b'] }, { values: { tags: 'a;b' } }],
    [{ tags: [] }, { values: {} }],
    [{ text: ['a'] }, { values: {}, error: 'text: "["a"]" is not a valid text' }],
    [{ text: 12 }, { values: { text: '12' } }],
    [
      { error: 'unknown', count: 1 },
      { values: {}, error: 'unknown' },
    ],
    [{ error: { code: 4 } }, { values: {}, error: '{"code":4}' }],
    [{ error: null, count: 1 }, { values: { count: 1 } }],
    [{ ['__proto__']: 1, constructor: 'x' }, { values: {} }],
  ])('of %j is %j', (line, expected) => {
    expect(answerReader(action(), [])(line as Record<string, unknown>)).toEqual(expected)
  })

  test('has the selected outputs only, and the error that the service describes', () => {
    const read = answerReader(action({ errorKey: '_error' }), ['count'])
    expect(read({ count: 1, text: 'a' })).toEqual({ values: { count: 1 } })
    expect(read({ _error: 'none' })).toEqual({ values: {}, error: 'none' })
    expect(read({ error: 'x'.repeat(2_000) }).error).toHaveLength(1_000)
  })
})

test('lines are NDJSON, or an array', () => {
  const call = batchCall
  const lines = [{ id: '0' }, { id: '1' }]
  expect(encodeLines(lines, call)).toBe('{"id":"0"}\n{"id":"1"}\n')
  expect(encodeLines(lines, { ...call, isNdjson: false })).toBe('[{"id":"0"},{"id":"1"}]')
  for (const isNdjson of [true, false]) expect(decodeLines(encodeLines(lines, { ...call, isNdjson }))).toEqual(lines)
  expect(decodeLines('')).toEqual([])
  expect(decodeLines('1\n"a"')).toEqual([{}, {}])
  expect(() => decodeLines('<html>')).toThrow(SyntaxError)
})

test.each([
  ['town?q=1', 'https://api.example.org/v1/town?q=1'],
  ['a%2Fb', 'https://api.example.org/v1/a%2Fb'],
  ['//other.example.org', 'https://api.example.org/v1///other.example.org'],
  ['../admin', undefined],
  ['%2e%2e/admin', undefined],
  ['a/../../admin', undefined],
  ['..\\admin', undefined],
])('the path %s is at %s', (path, expected) => {
  const target = () => upstreamUrl('https://api.example.org/v1', path).href
  if (expected === undefined) expect(target).toThrow()
  else expect(target()).toBe(expected)
})

test.each([
  ['public, max-age=60', 'private, max-age=60'],
  ['max-age=60, s-maxage=600', 'private, max-age=60'],
  ['Public', 'private'],
  ['no-store', 'private, no-store'],
])('%s becomes %s', (sent, expected) => {
  expect(privateCaching(sent)).toBe(expected)
})

test.each<[string | null, object | undefined]>([
  [null, undefined],
  ['https://data.example.org/app/charts', { id: 'charts', name: 'charts' }],
  ['https://data.example.org/app/k%3Acharts?x=1', { id: 'charts', name: 'k:charts', key: 'k' }],
  ['https://data.example.org/app/charts?key=k', { id: 'charts', name: 'charts', key: 'k' }],
  ['https://data.example.org/data-fair/app/charts/index.html', { id: 'charts', name: 'charts' }],
  ['https://data.example.org/embed/dataset/k%3Aplaces/table', undefined],
  ['https://evil.example.org/app/charts', undefined],
  ['https://data.example.org/dataset/app/charts', undefined],
])('the page %s is of %j', (referer, expected) => {
  expect(applicationInReferer(referer, ['https://data.example.org'])).toEqual(expected)
})

describe('access', () => {
  const town = { type: 'organization' as const, id: 'town', name: 'Town' }
  const user = (role: 'admin' | 'user', adminMode = false) => ({
    type: 'user' as const,
    id: 'ada',
    name: 'Ada',
    email: 'ada@example.org',
    emailVerified: true,
    isAdmin: adminMode,
    adminMode,
    account: town,
    role,
    memberships: [{ organization: town, role }],
  })
  const key = { type: 'apiKey' as const, id: 'k', title: 'k', email: '', scopes: ['datasets'], account: town }
  const of = (changes: object) => ({ owner: undefined, public: false, privateAccess: [], ...changes })

  test.each<[string, Parameters<typeof canUse>[1], object]>([
    ['the operator’s', of({}), { member: false, admin: false, key: false, root: true }],
    ['a public one', of({ public: true }), { member: true, admin: true, key: true, root: true }],
    ['one opened to the town', of({ privateAccess: [town] }), { member: true, admin: true, key: true, root: true }],
    ['one of the town', of({ owner: town }), { member: true, admin: true, key: true, root: true }],
    [
      'one of the village',
      of({ owner: { ...town, id: 'village' } }),
      { member: false, admin: false, key: false, root: true },
    ],
  ])('to %s', (_, service, expected) => {
    const actors = { member: user('user'), admin: user('admin'), key, root: user('user', true) }
    const uses = Object.fromEntries(Object.entries(actors).map(([name, actor]) => [name, canUse(actor, service)]))
    expect(uses).toEqual(expected)
    expect(accountCanUse(town, service)).toBe(uses.member)
    expect(canUse({ type: 'anonymous' }, service)).toBe(service.public)
  })

  test('changes are for administrators of its account, not for keys', () => {
    const own = of({ owner: town })
    expect([user('admin'), user('user'), key, user('user', true)].map((actor) => canChange(actor, own))).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(canChange(user('admin'), of({ public: true }))).toBe(false)
  })
})

test('forms contain keys and accounts', () => {
  const form = new URLSearchParams({ keyIn: 'query', keyName: ' token ', keyValue: 'a', public: 'true' })
  expect(sentApiKey(form)).toEqual({ in: 'query', name: 'token', value: 'a' })
  expect(sentApiKey(new URLSearchParams({ keyName: ' ' }))).toBeUndefined()
  form.set('accounts', 'organization:town\r\n\r\n user:ann:x ')
  expect(accessOf(form)).toEqual({
    public: true,
    privateAccess: [
      { type: 'organization', id: 'town' },
      { type: 'user', id: 'ann:x' },
    ],
  })
})
