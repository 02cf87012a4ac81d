/** Requests and responses of lookups. */
import { describe, expect, test } from 'vitest'
import { lookupRequest, readLookup } from '../../../worker/remote-services/enrichment/lookup'
import type { LookupCall } from '../../../worker/remote-services/enrichment/types'

const call: LookupCall = {
  method: 'GET',
  url: 'https://api.example.org/v1/cities/{code}/now',
  key: undefined,
  places: [
    { name: 'code', in: 'path' },
    { name: 'q', in: 'query' },
  ],
  constants: [{ name: 'units', in: 'query', value: 'a&b' }],
}

test.each<[Record<string, unknown>, string]>([
  [{ code: '22' }, 'cities/22/now?units=a%26b'],
  [{ code: 'a/b?c', q: 'é x' }, 'cities/a%2Fb%3Fc/now?units=a%26b&q=%C3%A9+x'],
  [{ code: 12, q: true }, 'cities/12/now?units=a%26b&q=true'],
  [{ code: '../../admin' }, 'cities/..%2F..%2Fadmin/now?units=a%26b'],
])('%j is sent to %s', (row, expected) => {
  const request = lookupRequest(call, row)
  expect(request?.url.href).toBe(`https://api.example.org/v1/${expected}`)
  expect([request?.method, request?.headers.accept]).toEqual(['GET', 'application/json'])
})

test.each(['.', '..'])('%s would be a step in the path: it is not sent', (code) => {
  expect(lookupRequest(call, { code })).toBeUndefined()
  expect(lookupRequest(call, { code: `%2e${code}a` })?.url.pathname).toMatch(/^\/v1\/cities\/[^/]+\/now$/)
})

describe('a response', () => {
  const output = ['name', 'center.lat', 'features.label', 'a.b', 'tags'].map((name) => ({
    name,
    type: 'string' as const,
    ...(name === 'tags' ? { separator: ';' } : {}),
  }))
  test.each<[string, object | undefined, string[]?]>([
    ['{"name":"Dinan","center":{"lat":48.4}}', { name: 'Dinan', 'center.lat': 48.4 }],
    ['[{"name":"Dinan"},{"name":"other"}]', { name: 'Dinan' }],
    ['{"features":[{"label":"x"},{"label":"y"}]}', { 'features.label': 'x' }],
    ['{"a.b":1}', { 'a.b': 1 }],
    ['{"tags":["a","b"]}', { tags: ['a', 'b'] }],
    ['{"name":"Dinan","tags":[]}', { name: 'Dinan', tags: [] }],
    ['{"name":null}', {}],
    ['{}', {}],
    ['{"name":"Dinan","center":{"lat":1}}', { 'center.lat': 1 }, ['center.lat']],
    ['{"error":"too far"}', { error: 'too far' }],
    ['{"features":[]}', undefined],
    ['{"name":"x","features":[]}', undefined, ['features.label']],
    ['[]', undefined],
    ['null', undefined],
    ['', undefined],
  ])('%s has %j', (text, expected, select = []) => {
    expect(readLookup(text, { output }, select)).toEqual(expected)
  })

  test('that is not JSON is a SyntaxError', () => {
    expect(() => readLookup('<html>', { output }, [])).toThrow(SyntaxError)
  })
})
