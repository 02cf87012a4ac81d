/** Many lines in one request. */
import { gzipSync } from 'fflate'
import { beforeEach, describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { lines } from '../../support/datasets'
import { bulk, createEditable, postLine } from '../../support/editable'
import { send } from '../../support/http'

let key: string
let id: string
beforeEach(async () => {
  key = await keyOf()
  id = (await createEditable(key)).id
})

const counts = { nbOk: 0, nbNotModified: 0, nbErrors: 0, nbWarnings: 0, nbCreated: 0, nbModified: 0, nbDeleted: 0 }
const values = async (field: string, query = 'size=100&sort=_i') =>
  (await lines(id, query, key)).results.map((line) => line[field])

test('an action on an outdated version of a line is refused', async () => {
  await postLine(id, key, { _id: 'oak', species: 'oak', age: 1 })
  const [read] = (await lines(id, 'sort=_i', key)).results
  const ifRead = { _id: 'oak', _ifUpdatedAt: read?._updatedAt }
  expect((await bulk(id, key, [{ ...ifRead, _action: 'patch', age: 2 }])).summary).toMatchObject({ nbModified: 1 })
  const refused = await bulk(id, key, [
    { ...ifRead, _action: 'patch', age: 3 },
    { ...ifRead, species: 'elm' },
    { ...ifRead, _action: 'delete' },
    { _id: 'new', _ifUpdatedAt: read?._updatedAt, species: 'fir' },
  ])
  expect(refused.summary).toMatchObject({ nbOk: 1, nbErrors: 3, nbCreated: 1 })
  expect(refused.summary.errors.map(({ line, status }) => [line, status])).toEqual([
    [0, 409],
    [1, 409],
    [2, 409],
  ])
  expect(await values('age')).toEqual([2, undefined])
})

test('actions are applied in order, and counted by kind', async () => {
  await postLine(id, key, { _id: 'old', species: 'elm', age: 3 })
  await postLine(id, key, { _id: 'gone', species: 'ash' })
  await postLine(id, key, { _id: 'same', species: 'fir' })
  const { status, summary } = await bulk(id, key, [
    { species: 'oak', age: 1 },
    { _id: 'new', species: 'birch' },
    { _id: 'old', _action: 'patch', age: 4 },
    { _id: 'gone', _action: 'delete' },
    { _id: 'same', species: 'fir' },
    { _id: 'same', _action: 'create' },
    { _id: 'none', _action: 'update', age: 1 },
    { _id: 'none', _action: 'patch', age: 1 },
    { _id: 'none', _action: 'delete' },
    { _id: 'bad', age: 'x' },
    { _id: 'new', _action: 'update', species: 'alder' },
  ])
  expect(status).toBe(200)
  expect(summary).toEqual({
    ...{ nbOk: 6, nbNotModified: 1, nbErrors: 5, nbWarnings: 0, nbCreated: 2, nbModified: 2, nbDeleted: 1 },
    errors: [
      { line: 5, error: 'cet identifiant de ligne est déjà utilisé', status: 409 },
      { line: 6, error: 'ligne non trouvée', status: 404 },
      { line: 7, error: 'ligne non trouvée', status: 404 },
      { line: 8, error: 'ligne non trouvée', status: 404 },
      { line: 9, error: '/age doit être de type integer (valeur : "x")', status: 400 },
    ],
    warnings: [],
    indexedAt: expect.any(String),
  })
  const { total, results } = await lines(id, 'sort=species', key)
  expect(total).toBe(4)
  expect(results.map(({ _id, species, age }) => [_id, species, age])).toEqual([
    ['new', 'alder', undefined],
    ['old', 'elm', 4],
    ['same', 'fir', undefined],
    [expect.stringMatching(/^[0-9a-z]{21}$/), 'oak', 1],
  ])
  expect((await lines(id, 'q=birch', key)).total).toBe(0)
  expect((await lines(id, 'q=alder', key)).total).toBe(1)
})

test('actions on the same id see the result of the previous one', async () => {
  const { summary } = await bulk(id, key, [
    { _id: 'a', species: 'oak' },
    { _id: 'a', species: 'oak' },
    { _id: 'a', _action: 'patch', age: 1 },
    { _id: 'a', _action: 'delete' },
    { _id: 'a', _action: 'create', species: 'elm' },
    { _id: 'a', _action: 'create', species: 'fir' },
    { _id: 'b', species: 'yew' },
    { _id: 'b', _action: 'delete' },
  ])
  expect(summary).toMatchObject({ nbOk: 7, nbNotModified: 1, nbErrors: 1, nbCreated: 3, nbModified: 1, nbDeleted: 2 })
  expect(await values('species')).toEqual(['elm'])
  expect((await lines(id, '', key)).total).toBe(1)
})

describe('the status is that of the first batch', () => {
  test('an empty list', async () => {
    const { status, summary } = await bulk(id, key, [])
    expect([status, summary]).toEqual([200, { ...counts, errors: [], warnings: [] }])
  })

  test('errors only', async () => {
    const { status, summary } = await bulk(id, key, [{ age: 'x' }, { foo: 1 }])
    expect(status).toBe(400)
    expect(summary).toMatchObject({ nbOk: 0, nbErrors: 2 })
    expect(summary).not.toHaveProperty('indexedAt')
  })

  test('an unknown action', async () => {
    const { status, summary } = await bulk(id, key, [{ age: 1 }, { _action: 'replace' }])
    expect(status).toBe(400)
    expect(summary.errors).toEqual([
      {
        line: -1,
        status: 400,
        error: 'action "replace" is unknown, use one of ["create","update","createOrUpdate","patch","delete"]',
      },
    ])
    expect((await lines(id, '', key)).total).toBe(0)
  })

  test('no id where one is needed', async () => {
    const { status, summary } = await bulk(id, key, [{ _action: 'delete' }])
    expect(status).toBe(400)
    expect(summary.errors).toEqual([
      { line: -1, error: 'failed to determine required _id from primary key', status: 400 },
    ])
  })

  test.each([
    ['no JSON', '[{"age":1},{"age"'],
    ['no array', '{"age":1}'],
    ['no object', '[1]'],
  ])('%s', async (_, body) => {
    const { status, summary } = await bulk(id, key, undefined, {
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(400)
    expect(summary).toMatchObject({ nbOk: 0, nbErrors: 1, errors: [{ line: -1, status: 400 }] })
  })

  test('an error after the first batch keeps the previous batches', async () => {
    const many = Array.from({ length: 1_500 }, (_, at) => JSON.stringify({ _id: `l${at}`, age: at }))
    const { status, summary } = await bulk(id, key, undefined, {
      body: `${many.join('\n')}\n{"age"\n`,
      headers: { 'content-type': 'application/x-ndjson' },
    })
    expect(status).toBe(200)
    expect(summary).toMatchObject({ nbOk: 1_000, nbErrors: 1, errors: [{ line: -1, status: 400 }] })
    expect((await lines(id, '', key)).total).toBe(1_000)
  })
})

test('a long answer starts with spaces, and is JSON', async () => {
  const many = Array.from({ length: 12_000 }, (_, at) => JSON.stringify({ _id: `l${at}`, species: `s${at}`, age: at }))
  const response = await send(`/api/v1/datasets/${id}/_bulk_lines`, {
    key,
    method: 'POST',
    body: many.join('\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  })
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  const text = await response.text()
  expect(text).toMatch(/^ +\{\n {2}"nbOk": 12000,/)
  expect((await lines(id, 'q=s11999', key)).total).toBe(1)
  expect((await lines(id, 'size=0', key)).total).toBe(12_000)
})

const csv = 'species,age,Hauteur,tags\noak,33,"1,5","a, b"\n\nelm,,2,\n'
describe.each([
  ['text/csv', new TextEncoder().encode(csv), ''],
  ['text/csv+gzip', gzipSync(new TextEncoder().encode(csv)), ''],
  [
    'text/csv',
    new TextEncoder().encode(
      csv.replaceAll('"1,5"', '1.5').replaceAll('"a, b"', 'a| b').replaceAll(',', ';').replaceAll('|', ','),
    ),
    '?sep=;',
  ],
])('%s %s', (type, bytes, query) => {
  test('is read according to its content type', async () => {
    const schema = [
      { key: 'species', type: 'string' },
      { key: 'age', type: 'integer' },
      { key: 'height', type: 'number', 'x-originalName': 'Hauteur' },
      { key: 'tags', type: 'string', separator: ', ' },
    ]
    id = (await createEditable(key, { schema })).id
    const { status, summary } = await bulk(id, key, undefined, {
      body: bytes,
      headers: { 'content-type': type },
      query,
    })
    expect([status, summary.nbOk, summary.errors]).toEqual([200, 2, []])
    expect((await lines(id, 'sort=_i&select=species,age,height,tags', key)).results).toEqual([
      expect.objectContaining({ species: 'oak', age: 33, height: 1.5, tags: 'a, b' }),
      expect.objectContaining({ species: 'elm', height: 2 }),
    ])
  })
})

test('a CSV with an unknown column is refused entirely; calculated columns are ignored', async () => {
  const headers = { 'content-type': 'text/csv' }
  const refused = await bulk(id, key, undefined, { body: 'species,foo,bar\noak,1,2\n', headers })
  expect(refused.status).toBe(400)
  expect(refused.summary).toMatchObject({
    nbErrors: 1,
    errors: [{ line: -1, error: 'Colonnes inconnues foo, bar', status: 400 }],
  })
  const { status, summary } = await bulk(id, key, undefined, { body: '_i,_updatedAt,species\n1,x,oak\n', headers })
  expect(status).toBe(200)
  expect(summary).toMatchObject({ nbOk: 1, nbWarnings: 1, warnings: [{ line: -1 }] })
  expect(await values('species')).toEqual(['oak'])
})

test('an empty cell of a patch removes the value, as null does in JSON; a column that is absent leaves it', async () => {
  await bulk(id, key, [
    { _id: '1', species: 'oak', age: 3, tags: ['a'] },
    { _id: '2', species: 'elm', age: 4, tags: ['b'] },
  ])
  const body = '_id,_action,species,age\n1,patch,,5\n2,patch,ash,\n,,fir,\n'
  const { summary } = await bulk(id, key, undefined, { body, headers: { 'content-type': 'text/csv' } })
  expect(summary).toMatchObject({ nbOk: 3, nbModified: 2, nbCreated: 1 })
  expect(await values('species')).toEqual([undefined, 'ash', 'fir'])
  expect(await values('age')).toEqual([5, undefined, undefined])
  expect(await values('tags')).toEqual(['a', 'b', undefined])
})

test('an export is accepted as a bulk request', async () => {
  await bulk(id, key, [{ species: 'oak', tags: ['a', 'b'], alive: true, height: 1.5 }, { species: 'é "quoted", elm' }])
  const exported = await (await send(`/api/v1/datasets/${id}/lines?format=csv&sort=_i`, { key })).text()
  const { summary } = await bulk(id, key, undefined, { body: exported, headers: { 'content-type': 'text/csv' } })
  expect(summary).toMatchObject({ nbOk: 2, nbCreated: 2, nbErrors: 0 })
  expect(await values('species')).toEqual(['oak', 'é "quoted", elm', 'oak', 'é "quoted", elm'])
  expect(await values('tags')).toEqual(['a, b', undefined, 'a, b', undefined])
})

test('at most fifty errors are listed, all are counted', async () => {
  const { summary } = await bulk(id, key, [{ species: 'oak' }, ...Array.from({ length: 80 }, () => ({ age: 'x' }))])
  expect([summary.nbOk, summary.nbErrors, summary.errors.length]).toEqual([1, 80, 50])
})

test('a body without Content-Length is refused', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('[]'))
      controller.close()
    },
  })
  const response = await send(`/api/v1/datasets/${id}/_bulk_lines`, {
    key,
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(411)
})

test('in JSON, the number of a line is ignored and other calculated keys are refused', async () => {
  const { summary } = await bulk(id, key, [
    { species: 'oak', _i: 3 },
    { species: 'elm', _rand: 3 },
  ])
  expect(summary).toMatchObject({ nbOk: 1, nbErrors: 1 })
  expect(summary.errors[0]?.error).toBe('ne doit pas contenir de propriétés additionnelles (_rand)')
})

test('ids and actions of a CSV are trimmed like its values; a blank id is none', async () => {
  await bulk(id, key, [{ _id: 'a', species: 'oak' }])
  const body = '_id,_action,species\n a , patch ,ash\n  ,,elm\n'
  const { summary } = await bulk(id, key, undefined, { body, headers: { 'content-type': 'text/csv' } })
  expect(summary).toMatchObject({ nbOk: 2, nbModified: 1, nbCreated: 1, nbErrors: 0 })
  const { results } = await lines(id, 'sort=species', key)
  expect(results.map(({ species }) => species)).toEqual(['ash', 'elm'])
  expect(results[0]?._id).toBe('a')
})
