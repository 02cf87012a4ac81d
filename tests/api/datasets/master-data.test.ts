/** Reference data: the searches offered by a dataset, and its columns used by other datasets. */
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { bulk, createEditable } from '../../support/editable'
import { ask, refusal, send } from '../../support/http'
import { master, patch } from '../../support/master-data'

const search = (id: string, key: string, body: unknown, query = '') =>
  ask<Record<string, unknown>[]>(`/api/v1/datasets/${id}/master-data/bulk-searchs/siret${query}`, { key, json: body })

describe('a bulk search', () => {
  test('returns one line per row, in order: the first match by the sort, or an error', async () => {
    const key = await keyOf()
    const id = await master(key)
    const rows = [{ siret: '002', _key: 'k' }, { siret: 'T"S*1' }, { siret: 'none' }]
    expect(await search(id, key, rows)).toEqual([
      { siret: '002', name: 'Mill', tags: 'c', lat: 47.2, lon: -1.5, _key: 'k' },
      { siret: 'T"S*1', name: 'Bakery', tags: 'a;b', lat: 48.1, lon: -1.7, _key: 1 },
      { _key: 2, _error: 'La donnée de référence ne contient pas de ligne correspondante.' },
    ])
    expect(await search(id, key, rows.slice(1), '?select=name')).toMatchObject([{ name: 'Bakery' }, { _key: 1 }])
  })

  test('is in the description of the API of the dataset', async () => {
    const key = await keyOf()
    const id = await master(key)
    type Document = { paths: Record<string, { post?: Record<string, unknown> }> }
    const { paths } = await ask<Document>(`/api/v1/datasets/${id}/api-docs.json`, { key })
    expect(paths['/master-data/bulk-searchs/siret']?.post).toMatchObject({
      operationId: 'masterData_bulkSearch_siret',
      summary: 'By siret',
      'x-operationType': 'http://schema.org/SearchAction',
    })
    expect(Object.keys(paths).filter((path) => path.startsWith('/master-data/'))).toHaveLength(1)
  })

  test('answers in the format of the rows', async () => {
    const key = await keyOf()
    const id = await master(key)
    const post = (body: string, type: string) =>
      send(`/api/v1/datasets/${id}/master-data/bulk-searchs/siret?select=name`, {
        key,
        method: 'POST',
        body,
        headers: { 'content-type': type },
      })
    const csv = await post('siret\n002\nnone\n', 'text/csv')
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(await csv.text()).toBe(
      'name,_key,_error\nMill,0,\n,1,La donnée de référence ne contient pas de ligne correspondante.\n',
    )
    const ndjson = await post('{"siret":"002"}\n{"siret":"T\\"S*1"}\n', 'application/x-ndjson')
    expect(await ndjson.text()).toBe('{"name":"Mill","_key":0}\n{"name":"Bakery","_key":1}\n')
  })

  test('refuses unknown searches, inputs and parameters', async () => {
    const key = await keyOf()
    const id = await master(key)
    const post = async (path: string, body: unknown) =>
      refusal(await send(`/api/v1/datasets/${id}/master-data/${path}`, { key, json: body }))
    expect(await post('bulk-searchs/other', [])).toEqual([404, 'bulk-search-unknown'])
    expect(await post('bulk-searchs/siret', [{ name: 'x' }])).toEqual([400, 'search-input-missing'])
    expect(await post('bulk-searchs/siret?select=other', [])).toEqual([400, 'parameter-invalid'])
    expect(await post('bulk-searchs/siret', { siret: '1' })).toEqual([400, 'body-invalid'])
    expect(await refusal(await send(`/api/v1/datasets/${id}/master-data/single-searchs/x`, { key }))).toEqual([
      404,
      'single-search-unknown',
    ])
  })

  test('finds a date within an interval, and the nearest position within a distance', async () => {
    const key = await keyOf()
    const schema = [
      { key: 'start', type: 'string', format: 'date', 'x-refersTo': 'https://schema.org/startDate' },
      { key: 'end', type: 'string', format: 'date', 'x-refersTo': 'https://schema.org/endDate' },
      { key: 'pos', type: 'string', 'x-refersTo': 'http://www.w3.org/2003/01/geo/wgs84_pos#lat_long' },
      { key: 'name', type: 'string' },
    ]
    const { id } = await createEditable(key, { schema })
    await bulk(id, key, [
      { start: '2024-01-01', end: '2024-06-30', pos: '48,2', name: 'first' },
      { start: '2024-07-01', end: '2024-12-31', pos: '48.001,2', name: 'second' },
    ])
    const date = { type: 'date-in-interval', property: { key: '_date', 'x-refersTo': 'http://schema.org/Date' } }
    const near = { type: 'geo-distance', distance: 500, property: { key: '_geopoint' } }
    await patch(id, key, {
      masterData: {
        bulkSearchs: [
          { title: 'Siret', input: [date] },
          { title: 'Near', input: [near] },
        ],
      },
    })
    const found = await search(id, key, [
      { _date: '2024-06-30' },
      { _date: '2024-07-01T10:00:00Z' },
      { _date: '2025-01-01' },
    ])
    expect(found).toMatchObject([{ name: 'first' }, { name: 'second' }, { _key: 2 }])
    const places = await ask(`/api/v1/datasets/${id}/master-data/bulk-searchs/near`, {
      key,
      json: [{ _geopoint: '48.0009,2' }, { _geopoint: '48.0001,2' }, { _geopoint: '48.1,2' }],
    })
    expect(places).toMatchObject([{ name: 'second' }, { name: 'first' }, { _key: 2 }])
  })
})

test('a single search lists values with labels, by the beginning of words', async () => {
  const key = await keyOf()
  const singleSearchs = [{ title: 'Names', output: { key: 'siret' }, label: { key: 'name' } }]
  const id = await master(key, { singleSearchs })
  const found = (query: string) => ask(`/api/v1/datasets/${id}/master-data/single-searchs/names?${query}`, { key })
  expect(await found('')).toMatchObject({
    total: 2,
    results: [{ output: '002' }, { output: 'T"S*1', label: 'T"S*1 (Bakery)' }],
  })
  expect(await found('q=bak')).toMatchObject({ total: 1, results: [{ output: 'T"S*1' }] })
  expect(await found('q=none')).toMatchObject({ total: 0, results: [] })
})

test('master data is managed by administrators of the owner, and refers to columns that exist', async () => {
  const key = await keyOf()
  const id = await master(key)
  const wrong = {
    masterData: { bulkSearchs: [{ title: 'x', input: [{ type: 'equals', property: { key: 'other' } }] }] },
  }
  const response = await send(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: wrong })
  expect(await refusal(response)).toEqual([400, 'body-invalid'])
})
