/** Lines of an editable dataset, one by one. */
import { beforeEach, describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { journal, lines, read } from '../../support/datasets'
import {
  createEditable,
  deleteLine,
  getLine,
  type Line,
  patchLine,
  postLine,
  putLine,
  untilRefreshed,
} from '../../support/editable'
import { json, refusal, send } from '../../support/http'

let key: string
let id: string
beforeEach(async () => {
  key = await keyOf()
  id = (await createEditable(key)).id
})

test('a dataset is created empty, finalized and ready', async () => {
  const dataset = await read(id, key)
  expect(dataset).toMatchObject({
    title: 'Trees',
    slug: 'trees',
    isRest: true,
    status: 'finalized',
    rest: { primaryKeyMode: 'sha256', indiceMode: 'timestamp3' },
  })
  expect(dataset.finalizedAt).toBeTruthy()
  expect(dataset).not.toHaveProperty('count')
  expect(dataset.schema.map((field) => field.key)).toEqual([
    ...['species', 'age', 'height', 'alive', 'planted', 'seen', 'tags'],
    ...['_updatedAt', '_id', '_i', '_rand'],
  ])
  expect((await journal(id, key)).map(({ type }) => type)).toEqual(['finalize-end', 'dataset-created'])
  expect(await lines(id, '', key)).toEqual({ total: 0, results: [] })
})

const oak = {
  _id: 'oak-1',
  species: 'oak',
  age: 120,
  height: 21.5,
  alive: true,
  planted: '1904-05-01',
  tags: 'old, big',
}

test('a geometry is written as GeoJSON, as its text, or as WKT', async () => {
  const schema = [{ key: 'shape', type: 'object', 'x-refersTo': 'https://purl.org/geojson/vocab#geometry' }]
  const shapes = await createEditable(key, { title: 'Shapes', schema })
  const point = { type: 'Point', coordinates: [2, 48] }
  for (const shape of [point, JSON.stringify(point), 'POINT (2 48)']) {
    expect((await postLine(shapes.id, key, { shape })).status).toBe(201)
  }
  const { results } = await lines(shapes.id, 'select=_geoshape,_geopoint', key)
  expect(results).toEqual(Array(3).fill({ _geoshape: point, _geopoint: '48,2', _score: null }))
})

test('a written line is in the next read', async () => {
  const response = await postLine(id, key, oak)
  expect(response.status).toBe(200)
  const line = await json<Line>(response)
  expect(line).toMatchObject(oak)
  expect(line._i).toBeGreaterThan(1_000)
  expect(Date.parse(line._updatedAt)).toBeGreaterThan(Date.now() - 60_000)
  const { total, results } = await lines(id, '', key)
  expect(total).toBe(1)
  expect(results[0]).toMatchObject({ ...oak, _i: line._i, _updatedAt: line._updatedAt })
  for (const query of ['q=oak', 'species_eq=oak', '_id_eq=oak-1', `_i_eq=${line._i}`, 'tags_eq=big', 'qs=age:>100']) {
    expect((await lines(id, query, key)).total, query).toBe(1)
  }
  const stored = await json<Line>(await getLine(id, key, 'oak-1'))
  expect(stored).toEqual({ ...oak, tags: ['old', 'big'], _i: line._i, _updatedAt: line._updatedAt })
})

test('a stored line is 304 by its date, unless the caller has a version with another ETag', async () => {
  await postLine(id, key, oak)
  const first = await getLine(id, key, 'oak-1')
  const etag = first.headers.get('etag') ?? ''
  const date = { 'if-modified-since': first.headers.get('last-modified') ?? '' }
  const statusOf = async (headers: Record<string, string>) => (await getLine(id, key, 'oak-1', headers)).status
  expect(await statusOf(date)).toBe(304)
  expect(await statusOf({ ...date, 'if-none-match': etag })).toBe(304)
  expect(await statusOf({ ...date, 'if-none-match': 'W/"another"' })).toBe(200)
})

describe('the status of a write', () => {
  test.each([
    ['POST without an id', async () => postLine(id, key, { species: 'elm' }), 201],
    ['POST of an unknown id', async () => postLine(id, key, { _id: 'x', species: 'elm' }), 200],
    ['PUT of an unknown id', async () => putLine(id, key, 'x', { species: 'elm' }), 200],
    ['PUT over a line', async () => putLine(id, key, 'oak-1', { species: 'elm' }), 200],
    ['the same line again', async () => postLine(id, key, oak), 304],
    ['the same line again by PUT', async () => putLine(id, key, 'oak-1', { ...oak, _id: undefined }), 304],
    ['create of a known id', async () => postLine(id, key, { ...oak, _action: 'create' }), 409],
    ['create of an unknown id', async () => postLine(id, key, { _id: 'x', _action: 'create' }), 201],
    ['update of a known id', async () => postLine(id, key, { _id: 'oak-1', age: 1, _action: 'update' }), 200],
    ['update with nothing new', async () => postLine(id, key, { ...oak, _action: 'update' }), 304],
    ['update of an unknown id', async () => putLine(id, key, 'x', { _action: 'update' }), 404],
    ['patch', async () => patchLine(id, key, 'oak-1', { age: 121 }), 200],
    ['patch with nothing new', async () => patchLine(id, key, 'oak-1', { age: 120 }), 200],
    ['patch of an unknown id', async () => patchLine(id, key, 'x', { age: 1 }), 404],
    ['DELETE', async () => deleteLine(id, key, 'oak-1'), 204],
    ['DELETE of an unknown id', async () => deleteLine(id, key, 'x'), 404],
    ['GET', async () => getLine(id, key, 'oak-1'), 200],
    ['GET of an unknown id', async () => getLine(id, key, 'x'), 404],
  ])('%s', async (_, call, status) => {
    await postLine(id, key, oak)
    const response = await call()
    expect(response.status).toBe(status)
    if (status === 304 || status === 204) expect(await response.text()).toBe('')
  })
})

test('explicit actions return their status, and refusals have fixed messages', async () => {
  expect(await json(await postLine(id, key, { ...oak, _action: 'create' }))).toMatchObject({ _status: 201 })
  expect(await json(await postLine(id, key, { ...oak, age: 1, _action: 'update' }))).toMatchObject({ _status: 200 })
  expect(await json(await patchLine(id, key, 'oak-1', { age: 1 }))).toMatchObject({ _status: 304, age: 1 })
  const detail = async (response: Response) => (await json<{ detail: string }>(response)).detail
  expect(await detail(await postLine(id, key, { _id: 'oak-1', _action: 'create' }))).toBe(
    'cet identifiant de ligne est déjà utilisé',
  )
  expect(await detail(await patchLine(id, key, 'x', {}))).toBe('ligne non trouvée')
})

test('a patch merges; null and an empty string remove a value', async () => {
  await postLine(id, key, oak)
  const line = await json<Line>(await patchLine(id, key, 'oak-1', { age: null, height: '', species: 'holm oak' }))
  expect(line).toMatchObject({ _id: 'oak-1', species: 'holm oak', alive: true })
  expect(line).not.toHaveProperty('age')
  expect(line).not.toHaveProperty('height')
  const [read] = (await lines(id, '', key)).results
  expect(read).not.toHaveProperty('age')
  expect((await lines(id, 'q=holm', key)).total).toBe(1)
})

test('a replaced line is no longer found by its previous values', async () => {
  await postLine(id, key, oak)
  await putLine(id, key, 'oak-1', { species: 'beech' })
  expect((await lines(id, 'q=oak', key)).total).toBe(0)
  expect((await lines(id, 'q=beech', key)).total).toBe(1)
  await deleteLine(id, key, 'oak-1')
  expect(await lines(id, 'q=beech', key)).toEqual({ total: 0, results: [] })
  expect(await lines(id, '', key)).toEqual({ total: 0, results: [] })
})

test('the line written last comes first', async () => {
  for (const name of ['a', 'b', 'c']) await putLine(id, key, name, { species: name })
  await patchLine(id, key, 'a', { age: 1 })
  const order = async (query: string) => (await lines(id, query, key)).results.map(({ _id }) => _id)
  expect(await order('')).toEqual(['a', 'c', 'b'])
  const { next } = await lines(id, 'size=2', key)
  const following = await json<{ results: Line[] }>(
    await (await import('../../support/http')).send(next ?? '', { key }),
  )
  expect(following.results.map(({ _id }) => _id)).toEqual(['b'])
  expect(await order('sort=_id')).toEqual(['a', 'b', 'c'])
  expect(await order('sort=-species')).toEqual(['c', 'b', 'a'])
})

describe('values', () => {
  test.each([
    ['a text is trimmed', { species: ' oak ' }, { species: 'oak' }],
    ['an empty text is no value', { species: '  ' }, {}],
    ['null is no value', { species: null }, {}],
    ['a whole number in a text', { age: '1 200' }, { age: 1200 }],
    ['a number with a comma', { height: '1,5' }, { height: 1.5 }],
    ['yes in several languages', { alive: 'oui' }, { alive: true }],
    ['a space in a date-time', { seen: '1961-02-13 00:00:00+00:00' }, { seen: '1961-02-13T00:00:00+00:00' }],
    ['a local date-time', { seen: '2024-01-13T19:42:00' }, { seen: '2024-01-13T19:42:00+01:00' }],
    ['a day for a date-time', { seen: '2024-07-13' }, { seen: '2024-07-13T00:00:00+02:00' }],
    ['a list as text', { tags: 'a, ,b ' }, { tags: ['a', 'b'] }],
    ['a list as list', { tags: ['a', 'b'] }, { tags: ['a', 'b'] }],
  ])('%s', async (_, sent, stored) => {
    expect((await putLine(id, key, 'x', sent)).status).toBe(200)
    const { _i, _id, _updatedAt, ...values } = await json<Line>(await getLine(id, key, 'x'))
    expect(values).toEqual(stored)
  })

  test.each([
    ['a number for a text', { species: 111 }, '/species doit être de type string (valeur : 111)'],
    ['a text for a whole number', { age: 'x' }, '/age doit être de type integer (valeur : "x")'],
    ['a fraction for a whole number', { age: 1.5 }, '/age doit être de type integer (valeur : 1.5)'],
    ['a text for a number', { height: 'tall' }, '/height doit être de type number (valeur : "tall")'],
    ['an unknown word for a boolean', { alive: 'maybe' }, '/alive doit être de type boolean (valeur : "maybe")'],
    ['no date', { planted: 'x' }, '/planted doit correspondre au format "date" (date) (valeur : "x")'],
    ['no date-time', { seen: 'x' }, '/seen doit correspondre au format "date-time" (date-time) (valeur : "x")'],
    ['an unknown key', { foo: 1 }, 'ne doit pas contenir de propriétés additionnelles (foo)'],
    ['a calculated key', { _rand: 1 }, 'ne doit pas contenir de propriétés additionnelles (_rand)'],
    [
      'several faults',
      { age: 'x', foo: 1 },
      'ne doit pas contenir de propriétés additionnelles (foo), /age doit être de type integer (valeur : "x")',
    ],
    ['an id that is no text', { _id: 3 }, '/_id doit être de type string (valeur : 3)'],
  ])('%s is refused', async (_, sent, message) => {
    const response = await postLine(id, key, sent)
    expect(response.status).toBe(400)
    expect((await json<{ detail: string }>(response)).detail).toBe(message)
    expect((await lines(id, '', key)).total).toBe(0)
  })
})

test('the response has lists in the form in which they were sent', async () => {
  expect(await json(await postLine(id, key, { tags: 'a, b' }))).toMatchObject({ tags: 'a, b' })
  expect(await json(await postLine(id, key, { tags: ['a', 'b'] }))).toMatchObject({ tags: ['a', 'b'] })
  expect((await lines(id, '', key)).results.map(({ tags }) => tags)).toEqual(['a, b', 'a, b'])
  expect((await lines(id, 'arrays=true', key)).results[0]?.tags).toEqual(['a', 'b'])
})

test('the count, the dates and the statistics are updated after a write', async () => {
  const created = await read(id, key)
  for (let at = 0; at < 6; at++) await postLine(id, key, { species: at % 2 ? 'oak' : 'elm', age: at })
  const now = await read(id, key)
  expect(now).toMatchObject({ count: 6, status: 'finalized', updatedAt: created.updatedAt })
  expect(String(now.dataUpdatedAt) > created.updatedAt).toBe(true)
  const dataset = await untilRefreshed(id, key)
  const field = (name: string) => dataset.schema.find((one) => one.key === name)
  expect(field('species')).toMatchObject({ 'x-cardinality': 2, enum: ['elm', 'oak'] })
  expect(field('age')).toMatchObject({ 'x-cardinality': 6 })
  expect(dataset.count).toBe(6)
  expect((await journal(id, key)).map(({ type }) => type)).toEqual(['finalize-end', 'dataset-created'])
})

test('lines of a file dataset cannot be written', async () => {
  const { publish } = await import('../../support/datasets')
  const file = await publish('a\n1\n2\n', { key })
  expect(await refusal(await postLine(file.id, key, { a: 1 }))).toEqual([501, 'not-editable'])
  expect(await refusal(await getLine(file.id, key, 'x'))).toEqual([501, 'not-editable'])
})

test('ids may hold any character', async () => {
  for (const name of ['a/b', 'a;b', 'é à', 'a%2Fb', '"quoted"', 'x'.repeat(500)]) {
    expect((await putLine(id, key, name, { species: 'oak' })).status, name).toBe(200)
    expect(await json(await getLine(id, key, name)), name).toMatchObject({ _id: name })
  }
  expect((await putLine(id, key, 'x'.repeat(501), {})).status).toBe(400)
})

test('dates are read in the format of their field, and an invalid format is refused', async () => {
  const schema = [
    { key: 'day', type: 'string', format: 'date', dateFormat: 'DD/MM/YYYY' },
    { key: 'at', type: 'string', format: 'date-time', dateTimeFormat: 'DD/MM/YYYY HH:mm' },
  ]
  const dated = await createEditable(key, { schema })
  const written = await postLine(dated.id, key, { day: '13/01/2024', at: '13/01/2024 19:42' })
  expect(await json(written)).toMatchObject({ day: '2024-01-13', at: '2024-01-13T19:42:00+01:00' })
  const otherwise = await postLine(dated.id, key, { day: '2024-01-13', at: '2024-01-13T19:42:00Z' })
  expect(await json(otherwise)).toMatchObject({ day: '2024-01-13', at: '2024-01-13T19:42:00Z' })
  expect((await postLine(dated.id, key, { day: '1/13/2024' })).status).toBe(400)
  const bad = { isRest: true, title: 'x', schema: [{ ...schema[0], dateFormat: 'DD MMMM' }] }
  expect(await refusal(await send('/api/v1/datasets', { key, json: bad }))).toEqual([400, 'body-invalid'])
})
