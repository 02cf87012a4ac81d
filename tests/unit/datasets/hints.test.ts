import { expect, test } from 'vitest'
import { groupingHints, hintsOf } from '../../../worker/datasets/lines-api/read/hints'
import { parseLinesQuery } from '../../../worker/lines'
import type { Field } from '../../../worker/schema/field'

const fields: Field[] = [
  { key: 'town', type: 'string', 'x-concept': { id: 'city', title: 'City', primary: true } },
  { key: 'pop', type: 'integer' },
]
const wide: Field[] = Array.from({ length: 21 }, (_, at) => ({ key: `f${at}`, type: 'integer' }))

function hints(query: string, { schema = fields, tookMs = 1 } = {}): string[] {
  const params = new URLSearchParams(query)
  return hintsOf(params, parseLinesQuery(params, schema), { fields: schema, tookMs })
}

test.each([
  ['', []],
  ['hint=false&foo=1', []],
  ['town_eq=a&pop_gte=1&_c_city_eq=b&_c_q=x&_c_bbox=1,2,3,4&q=x&finalizedAt=2020&apiKey=k', []],
  ['hint=true&count=false', []],
  ['foo=1', ['"foo"']],
  ['_c_pop_eq=1', ['use pop_eq']],
  ['_c_siret_eq=1', ['concept "siret"']],
  ['hint=true', ['count=false']],
  ['hint=true&count=exact', []],
  ['hint=true&count=false&page=100', ['"next"']],
  ['hint=true&count=false&size=1000', ['"size"']],
])('%s gives %j', (query, expected) => {
  const given = hints(query)
  expect(given).toHaveLength(expected.length)
  expected.forEach((part, at) => {
    expect(given[at]).toContain(part)
  })
})

test('hints are sent without the parameter after a slow response', () => {
  expect(hints('', { tookMs: 1_001 })[0]).toContain('count=false')
  expect(hints('count=false', { tookMs: 1_001, schema: wide })[0]).toContain('"select"')
  expect(hints('count=false&select=f1', { tookMs: 1_001, schema: wide })).toEqual([])
  expect(hints('hint=false', { tookMs: 1_001 })).toEqual([])
})

test.each([
  ['hint=true', [20], 1, []],
  ['hint=true', [100], 1, ['"agg_size"']],
  ['hint=true', [20, 20], 1, ['one field']],
  ['', [100], 1, []],
  ['', [100], 1_001, ['"agg_size"']],
  ['hint=false', [100, 100], 1_001, []],
  ['foo=1', [20], 1, ['"foo"']],
  ['foo=1&hint=false', [20], 1, []],
])('groups: %j with %j in %i ms give %j', (query, sizes, tookMs, expected) => {
  const given = groupingHints(new URLSearchParams(query), { fields, sizes, tookMs })
  expect(given).toEqual(expected.map((part) => expect.stringContaining(part)))
})
