/** Reference data: the searches offered by a dataset, and its columns used by other datasets. */
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import {
  type Dataset,
  journal,
  lines,
  publish,
  read,
  untilFinalized,
  untilJournaled,
  untilSettled,
} from '../../support/datasets'
import { bulk, createEditable, postLine } from '../../support/editable'
import { ask, json, refusal, send } from '../../support/http'
import { eventually } from '../../support/wait'

const siret = 'http://www.datatourisme.fr/ontology/core/1.0/#siret'
const shops = 'siret,name,tags,lat,lon\n"T""S*1",Bakery,a;b,48.1,-1.7\n002,Forge,,48.2,-1.6\n002,Mill,c,47.2,-1.5\n'
const patch = (id: string, key: string, body: unknown) =>
  ask<Dataset>(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: body })

const bySiret = {
  title: 'By siret',
  id: 'siret',
  input: [{ type: 'equals', property: { key: 'siret' } }],
  sort: '-name',
}

async function master(key: string, masterData: Record<string, unknown> = { bulkSearchs: [bySiret] }): Promise<string> {
  const { id } = await publish(shops, { key, fileName: 'shops.csv' })
  const { schema } = await read(id, key)
  const concepts: Record<string, string> = {
    siret,
    lat: 'http://schema.org/latitude',
    lon: 'http://schema.org/longitude',
  }
  const fields = schema
    .filter((field) => !field['x-calculated'])
    .map((field) => ({
      ...field,
      ...(concepts[field.key] ? { 'x-refersTo': concepts[field.key] } : {}),
      ...(field.key === 'tags' ? { separator: ';' } : {}),
    }))
  await patch(id, key, { schema: fields })
  await untilSettled(id, key)
  await patch(id, key, { masterData })
  return id
}

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

const extension = (id: string, said: Record<string, unknown> = {}) => ({
  active: true,
  type: 'remoteService',
  remoteService: `dataset:${id}`,
  action: 'masterData_bulkSearch_siret',
  select: ['name', 'tags'],
  ...said,
})

describe('extension columns from another dataset', () => {
  const visits = 'shop,day\n002,1\nT,2\n,3\n002,4\n'
  async function visited(key: string) {
    const { id } = await publish(visits, { key, fileName: 'visits.csv' })
    const { schema } = await read(id, key)
    const fields = schema
      .filter((field) => !field['x-calculated'])
      .map((field) => (field.key === 'shop' ? { ...field, 'x-refersTo': siret } : field))
    await patch(id, key, { schema: fields })
    await untilSettled(id, key)
    return id
  }

  test('in a file are matched by a concept, typed, filtered and used by expressions', async () => {
    const key = await keyOf()
    const source = await master(key)
    const id = await visited(key)
    const label = {
      active: true,
      type: 'exprEval',
      expr: 'UPPER(_siret.name)',
      property: { key: 'label', type: 'string' },
    }
    const patched = await patch(id, key, { extensions: [extension(source), label] })
    expect(patched).toMatchObject({ extensions: [{ propertyPrefix: '_siret' }, {}] })
    expect((await untilSettled(id, key)).status).toBe('finalized')
    const { results } = await lines(id, 'sort=_i', key)
    expect(results).toMatchObject([
      { '_siret.name': 'Mill', '_siret.tags': 'c', label: 'MILL' },
      { '_siret.error': 'La donnée de référence ne contient pas de ligne correspondante.' },
      { day: 3 },
      { '_siret.name': 'Mill' },
    ])
    expect(results[2]).not.toHaveProperty('_siret.error')
    expect((await lines(id, '_siret.name_eq=Mill', key)).total).toBe(2)
    const counted = (await journal(id, key)).find(({ code }) => code === 'extension-counted')
    expect(counted).toMatchObject({ type: 'extend-end' })
    expect(counted?.data).toContain('matched 2 of 3 rows')
    const { schema } = await read(id, key)
    const keys = ['_siret.name', '_siret.error'].map((one) => schema.find((field) => field.key === one))
    expect(keys).toMatchObject([
      { 'x-extension': `dataset:${source}/masterData_bulkSearch_siret`, type: 'string' },
      { 'x-calculated': true },
    ])
    expect(schema.some((field) => field.key === '_siret.siret')).toBe(false)
  })

  test('in an editable dataset are matched at each write; unmatched lines are refused when mandatory', async () => {
    const key = await keyOf()
    const source = await master(key)
    const schema = [{ key: 'shop', type: 'string', 'x-refersTo': siret }]
    const extensions = [extension(source, { mandatory: true, overwrite: { name: { 'x-originalName': 'Shop Name' } } })]
    const { id } = await createEditable(key, { schema, extensions })
    expect(await json(await postLine(id, key, { _id: 'a', shop: '002' }))).toMatchObject({
      shop_name: 'Mill',
      '_siret.tags': ['c'],
    })
    const failed = await postLine(id, key, { _id: 'b', shop: 'none' })
    expect(failed.status).toBe(400)
    expect((await json<{ detail: string }>(failed)).detail).toContain('enrichissement obligatoire en échec (_siret) :')
    const { summary } = await bulk(id, key, [{ shop: 'none' }, { shop: '002' }])
    expect(summary).toMatchObject({ nbOk: 1, nbErrors: 1, errors: [{ line: 0, status: 400 }] })
    expect((await lines(id, '', key)).total).toBe(2)
  })

  test('that are mandatory refuse unmatched lines also after the stored ones could not be extended', async () => {
    const key = await keyOf()
    const source = await master(key)
    const { id } = await createEditable(key, { schema: [{ key: 'shop', type: 'string', 'x-refersTo': siret }] })
    await postLine(id, key, { _id: 'a', shop: 'none' })
    await untilFinalized(id, key)
    await patch(id, key, { extensions: [extension(source, { mandatory: true })] })
    await untilJournaled(id, key, 'error')
    expect((await postLine(id, key, { _id: 'b', shop: 'none' })).status).toBe(400)
    const { summary } = await bulk(id, key, [
      { _id: 'c', shop: 'none' },
      { _id: 'd', shop: '002' },
    ])
    expect(summary).toMatchObject({ nbOk: 1, nbErrors: 1 })
    expect((await lines(id, '', key)).results.map(({ _id }) => _id)).toEqual(['d', 'a'])
  })

  test('in a file put the dataset in error when mandatory, with the unmatched lines listed', async () => {
    const key = await keyOf()
    const source = await master(key)
    const id = await visited(key)
    await patch(id, key, { extensions: [extension(source, { mandatory: true })] })
    const [event] = await untilJournaled(id, key, 'validation-error')
    expect(event).toMatchObject({ extensionErrorCount: 1 })
    const diagnostic = await (await send(`/api/v1/datasets/${id}/validation-diagnostic.csv`, { key })).text()
    expect(diagnostic).toContain('2,extension,_siret,enrichissement obligatoire en échec (_siret)')
  })

  test('are matched by the column named in the extension, without a concept', async () => {
    const key = await keyOf()
    const source = await master(key)
    const { id } = await createEditable(key, { schema: [{ key: 'code', type: 'string' }] })
    await postLine(id, key, { code: '002' })
    await patch(id, key, { extensions: [extension(source, { inputs: { siret: 'code' }, select: [] })] })
    await untilSettled(id, key)
    expect((await lines(id, '', key)).results).toMatchObject([{ '_siret.name': 'Mill', '_siret.lat': 47.2 }])
  })

  test('are matched again when the extension names another column', async () => {
    const key = await keyOf()
    const source = await master(key)
    const fields = ['code', 'other'].map((one) => ({ key: one, type: 'string' }))
    const by = (column: string) => ({
      extensions: [extension(source, { inputs: { siret: column }, select: ['name'] })],
    })
    const { id } = await createEditable(key, { schema: fields, ...by('code') })
    await postLine(id, key, { code: '002', other: 'T"S*1' })
    expect((await lines(id, '', key)).results).toMatchObject([{ '_siret.name': 'Mill' }])
    await patch(id, key, by('other'))
    await eventually(async () =>
      expect((await lines(id, '', key)).results).toMatchObject([{ '_siret.name': 'Bakery' }]),
    )
  })

  test.each([
    ['a dataset that does not exist', { remoteService: 'dataset:none' }, 400, 'remote-service-unknown'],
    ['a search that does not exist', { action: 'masterData_bulkSearch_none' }, 400, 'remote-action-unknown'],
    ['a column that it does not have', { select: ['none'] }, 400, 'extension-output-unknown'],
    ['a concept that is missing', { inputs: null }, 400, 'extension-input-missing'],
  ])('are refused from %s', async (_, said, status, code) => {
    const key = await keyOf()
    const source = await master(key)
    const { id } = await createEditable(key, { schema: [{ key: 'code', type: 'string' }] })
    const extensions = [extension(source, { inputs: { siret: 'code' }, ...said })]
    const response = await send(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { extensions } })
    expect(await refusal(response)).toEqual([status, code])
  })
})
