import { describe, expect, test } from 'vitest'
import { Problem } from '../../../worker/errors'
import { limits } from '../../../worker/limits'
import { parseLinesQuery } from '../../../worker/lines'
import type { Field } from '../../../worker/schema/field'

const fields: Field[] = [
  { key: 'name', type: 'string' },
  { key: 'free', type: 'string', 'x-capabilities': { wildcard: true } },
  { key: 'city_in', type: 'string' },
  { key: 'age', type: 'integer' },
  { key: 'open', type: 'boolean' },
  { key: 'day', type: 'string', format: 'date' },
  { key: 'at', type: 'string', format: 'date-time' },
  { key: 'tokyo', type: 'string', format: 'date-time', timeZone: 'Asia/Tokyo' },
  { key: 'long', type: 'string', 'x-capabilities': { index: false, values: false, insensitive: false } },
  { key: 'unindexed', type: 'integer', 'x-capabilities': { index: false } },
  { key: 'unsearched', type: 'integer', 'x-capabilities': { textStandard: false } },
  { key: 'town', type: 'string', 'x-concept': { id: 'city', title: 'City', primary: true } },
  { key: '_i', type: 'integer', 'x-calculated': true },
]

const parse = (query: string) => parseLinesQuery(new URLSearchParams(query), fields)

function refusal(query: string): { status: number; code: string; text: string } {
  try {
    parse(query)
  } catch (error) {
    if (error instanceof Problem) {
      return { status: error.status, code: error.code, text: `${error.message} ${JSON.stringify(error.params)}` }
    }
    throw error
  }
  throw new Error(`accepted: ${query}`)
}

test('an empty query requests the first 12 lines', () => {
  expect(parse('')).toEqual({
    format: 'json',
    size: 12,
    page: 1,
    sort: [],
    searches: [],
    filters: [],
    count: true,
    header: true,
    separator: ',',
    arrays: false,
  })
})

test('every parameter is read', () => {
  const query = 'size=3&page=2&select=name,age,name&sort=-name,_i&count=false&truncate=9&arrays=true&sep=;&header=false'
  expect(parse(`${query}&after=1,"a",null`)).toMatchObject({
    size: 3,
    page: 2,
    after: [1, 'a', null],
    select: ['name', 'age'],
    sort: [
      { key: 'name', descending: true },
      { key: '_i', descending: false },
    ],
    count: false,
    truncate: 9,
    arrays: true,
    separator: ';',
    header: false,
  })
  expect(parse('select=*').select).toBeUndefined()
  expect(parse('format=unheard-of').format).toBe('json')
  expect(parse('unknown=1&finalizedAt=x').filters).toEqual([])
})

describe('filters', () => {
  test.each([
    ['name_eq=a', { key: 'name', not: false, test: { op: 'eq', value: 'a' } }],
    ['name_neq=a', { key: 'name', not: true, test: { op: 'eq', value: 'a' } }],
    ['name_in=a, b,', { key: 'name', not: false, test: { op: 'in', values: ['a', 'b'] } }],
    ['name_nin="a, b","c"', { key: 'name', not: true, test: { op: 'in', values: ['a, b', 'c'] } }],
    ['city_in_eq=x', { key: 'city_in', not: false, test: { op: 'eq', value: 'x' } }],
    ['age_gte=-1.5', { key: 'age', not: false, test: { op: 'gte', value: -1.5 } }],
    ['age_in=1,2', { key: 'age', not: false, test: { op: 'in', values: [1, 2] } }],
    ['open_eq=true', { key: 'open', not: false, test: { op: 'eq', value: 1 } }],
    [`free_eq=${'x'.repeat(300)}`, { key: 'free', not: false, test: { op: 'eq', value: 'x'.repeat(300) } }],
    ['name_starts=', { key: 'name', not: false, test: { op: 'exists' } }],
    ['name_starts=A', { key: 'name', not: false, test: { op: 'starts', text: 'A' } }],
    ['name_exists=false', { key: 'name', not: false, test: { op: 'exists' } }],
    ['name_nexists', { key: 'name', not: true, test: { op: 'exists' } }],
    ['day_gt=2017-11', { key: 'day', not: false, test: { op: 'gt', value: '2017-11-01' } }],
    ['_i_lt=5', { key: '_i', not: false, test: { op: 'lt', value: 5 } }],
    ['_id_eq=r-5', { key: '_id', not: false, test: { op: 'eq', value: 'r-5' } }],
    ['_c_city_eq=Lyon', { key: 'town', not: false, test: { op: 'eq', value: 'Lyon' } }],
    [`name_eq=${'x'.repeat(200)}`, { key: 'name', not: false, test: { op: 'eq', value: 'x'.repeat(200) } }],
  ])('%s', (query, expected) => {
    expect(parse(query).filters).toEqual([expected])
  })

  test('by concept are ignored where the concept is absent', () => {
    expect(parse('_c_siret_eq=1&_c_name_eq=2&_c_bbox=1,2,3,4').filters).toEqual([])
  })

  const parisDay = [Date.parse('2023-11-20T23:00:00Z'), Date.parse('2023-11-21T23:00:00Z')] as const
  const [start, next] = parisDay
  test.each([
    ['at_eq', { op: 'range', from: start, below: next }],
    ['at_gte', { op: 'range', from: start }],
    ['at_gt', { op: 'range', from: next }],
    ['at_lt', { op: 'range', below: start }],
    ['at_lte', { op: 'range', below: next }],
    ['at_in', { op: 'ranges', ranges: [[start, next]] }],
  ])('%s of a bare day means the whole day in the zone of the field', (parameter, expected) => {
    expect(parse(`${parameter}=2023-11-21`).filters[0]?.test).toEqual(expected)
  })

  test('dates with a time are instants, read in the zone when they have no offset', () => {
    const testOf = (query: string) => parse(query).filters[0]?.test
    expect(testOf('at_gt=2023-07-01T10:00:00Z')).toEqual({ op: 'gt', value: Date.parse('2023-07-01T10:00:00Z') })
    expect(testOf('at_gt=2023-07-01T10:00:00-0230')).toEqual({ op: 'gt', value: Date.parse('2023-07-01T12:30:00Z') })
    expect(testOf('at_gt=2023-07-01T10:00')).toEqual({ op: 'gt', value: Date.parse('2023-07-01T08:00:00Z') })
    expect(testOf('tokyo_gte=2023-07-01')).toEqual({ op: 'range', from: Date.parse('2023-06-30T15:00:00Z') })
  })
})

describe('refused with 400', () => {
  test.each([
    ['size=x', 'parameter-invalid', '"size"'],
    ['size=-1', 'parameter-invalid', '"size"'],
    ['page=0', 'parameter-invalid', '"page"'],
    ['size=10001', 'window-too-large', '10000'],
    ['size=5000&page=3', 'window-too-large', '10000'],
    ['size=5000&page=3&format=csv', 'window-too-large', '10000'],
    ['after=a', 'after-malformed', 'after'],
    ['after=[1]', 'after-malformed', 'after'],
    ['after=1],[2', 'after-malformed', 'after'],
    ['select=nothing', 'select-field-unknown', 'nothing'],
    ['sort=nothing', 'sort-field-unknown', 'nothing'],
    [
      'sort=long',
      'sort-refused',
      'Opérations disponibles sur ce champ — filtres : _search ; tri : non ; groupement : non.',
    ],
    ['nothing_eq=1', 'filter-field-unknown', 'nothing'],
    ['long_eq=1', 'filter-refused', 'Filtrable sur valeur exacte'],
    ['unindexed_search=1', 'filter-refused', 'Filtrable sur valeur exacte'],
    ['unsearched_search=1', 'filter-refused', 'Texte analysé pour recherche textuelle'],
    ...['eq', 'neq', 'in', 'nin'].map((suffix) => [`name_${suffix}=${'x'.repeat(201)}`, 'parameter-invalid', '200']),
    [
      'name_contains=a',
      'filter-refused',
      '_eq, _neq, _in, _nin, _lt, _lte, _gt, _gte, _starts, _exists, _nexists, _search ; tri : oui',
    ],
    ['name_eq=', 'filter-value-missing', 'name_eq'],
    ['name_in=,', 'filter-value-missing', 'name_in'],
    ['name_in="a', 'parameter-invalid', '"name_in" parameter is malformed'.replaceAll('"', '\\"')],
    ['age_eq=abc', 'parameter-invalid', 'age_eq'],
    ['age_eq=0x1F', 'parameter-invalid', 'age_eq'],
    ['age_starts=1', 'parameter-invalid', 'age_starts'],
    ['open_eq=maybe', 'parameter-invalid', 'open_eq'],
    ['day_eq=2023-02-30', 'parameter-invalid', 'day_eq'],
    ['at_lt=tomorrow', 'parameter-invalid', 'at_lt'],
    ['truncate=many', 'parameter-invalid', 'truncate'],
    ['q=a&q_mode=never', 'parameter-invalid', 'simple, or, adapt, and, complete'],
    ['bbox=1,2,3,4', 'filter-not-geolocalized', 'filter cannot be used on this dataset. It is not geolocalized.'],
    ['xyz=1,2,3', 'filter-not-geolocalized', '"xyz" filter cannot'],
    ['geo_distance=1,2,3', 'filter-not-geolocalized', '"geo_distance" filter cannot be used'],
    ['sort=_geo_distance:1:2', 'sort-not-geolocalized', '"geo_distance" sorting cannot be used on this dataset'],
    ['format=geojson', 'format-not-geolocalized', 'geojson'],
    ['sampling=all', 'parameter-invalid', 'Sampling can be'],
    ['date_match=2023-01-01', 'date-match-refused', '"date_match"'],
    ['collapse=nothing', 'field-unknown', 'nothing'],
    ['q=a&q_fields=nothing', 'field-unknown', 'nothing'],
  ])('%s', (query, code, text) => {
    const refused = refusal(query)
    expect(refused).toMatchObject({ status: 400, code })
    expect(refused.text).toContain(text)
  })

  test('too many conditions or sorts are refused', () => {
    const many = Array.from({ length: limits.lines.maxConditions + 1 }, (_, at) => `name_eq=${at}`).join('&')
    expect(refusal(many).code).toBe('parameter-invalid')
  })
})

test('a CSV may have any number of lines', () => {
  expect(parse('format=csv&size=5000000').size).toBe(5_000_000)
})

test('unsupported parameters are refused, not ignored', () => {
  for (const query of ['format=shp', 'format=pbf', 'account=user:a']) {
    expect(refusal(query).status).toBe(400)
  }
  expect(parse('bbox=').filters).toEqual([])
})
