/** Editable datasets initialized from another dataset. */
import { expect, test } from 'vitest'
import { keyOf, village } from '../../support/accounts'
import { type Dataset, journal, lines, publish, untilFinalized, untilSettled } from '../../support/datasets'
import { bulk, createEditable, postLine, trees } from '../../support/editable'
import { ask, refusal, send } from '../../support/http'

const parts = ['schema', 'data', 'description']
const create = (key: string, dataset: string, said: Record<string, unknown> = {}) =>
  ask<Dataset>(
    '/api/v1/datasets',
    { key, json: { isRest: true, title: 'Copy', initFrom: { dataset, parts }, ...said } },
    201,
  )
const patch = (id: string, key: string, json: unknown) =>
  ask<Dataset>(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })

test('lines, schema and description of an editable dataset', async () => {
  const key = await keyOf()
  const source = await createEditable(key, { description: 'Of the park', primaryKey: ['species', 'age'] })
  const all = [
    { species: 'oak', age: 3, height: 1.5, alive: true, planted: '2020-01-02', tags: ['old', 'big'] },
    { species: 'ash "x", y', age: 4, alive: false, seen: '2024-02-03T04:05:06+02:00' },
  ]
  await bulk(source.id, key, all)
  const created = await create(key, source.id, { summary: 'A copy' })
  expect(created).toMatchObject({ status: 'created', isRest: true, description: 'Of the park', summary: 'A copy' })
  expect(created).not.toHaveProperty('initFrom')
  const copy = await untilFinalized(created.id, key)
  expect(copy).toMatchObject({ count: 2, primaryKey: ['species', 'age'], title: 'Copy' })
  expect(copy.schema.filter((field) => !field['x-calculated']).map((field) => field.key)).toEqual(
    trees.map((field) => field.key),
  )
  const values = async (id: string) =>
    (await lines(id, `sort=species&select=_id,${trees.map((field) => field.key).join(',')}`, key)).results.map(
      ({ _i, _rand, _updatedAt, ...line }) => line,
    )
  expect(await values(copy.id)).toEqual(await values(source.id))
  expect((await journal(copy.id, key)).map(({ type }) => type).sort()).toEqual(['dataset-created', 'finalize-end'])
  expect((await postLine(copy.id, key, { species: 'elm', age: 1 })).status).toBe(200)
})

test('lines of a file keep their values, also after a change of titles', async () => {
  const key = await keyOf()
  const csv = 'name,day,n\nA,13/01/2021,1\nB,14/01/2021,2\n'
  const source = await publish(csv, { key })
  const { id } = await create(key, source.id)
  const copy = await untilFinalized(id, key)
  expect(copy.schema.find((field) => field.key === 'day')).toMatchObject({ format: 'date', dateFormat: 'D/M/YYYY' })
  const { results } = await lines(id, 'sort=n', key)
  expect(results).toMatchObject([
    { name: 'A', day: '2021-01-13', n: 1 },
    { name: 'B', day: '2021-01-14', n: 2 },
  ])
  await patch(id, key, { schema: copy.schema.map((field) => ({ ...field, title: field.key })) })
  expect((await lines(id, 'q=B', key)).total).toBe(1)
})

test.each([
  ['with the owner in the primary key', ['species', '_owner']],
  ['without a primary key', []],
])('with line ownership a copy keeps the owners of its lines, %s', async (_, primaryKey) => {
  const key = await keyOf()
  const owned = { rest: { lineOwnership: true }, primaryKey }
  const source = await createEditable(key, owned)
  const all = ['user:ann', 'user:bob'].map((_owner) => ({ species: 'oak', _owner, _ownerName: 'A name' }))
  await bulk(source.id, key, all)
  const created = await create(key, source.id, { rest: { lineOwnership: true } })
  const copy = await untilFinalized(created.id, key)
  expect(copy).toMatchObject({ count: 2, primaryKey: owned.primaryKey })
  const owners = async (id: string) =>
    (await lines(id, 'sort=_owner&select=_id,species,_owner,_ownerName', key)).results.map(
      ({ _score, ...line }) => line,
    )
  expect(await owners(copy.id)).toEqual(await owners(source.id))
})

test('lines that do not match the schema are omitted and reported', async () => {
  const key = await keyOf()
  const source = await createEditable(key)
  await bulk(source.id, key, [{ species: 'oak', age: 1 }, { age: 2 }])
  const schema = trees.map((field) => (field.key === 'species' ? { ...field, 'x-required': true } : field))
  const { id } = await create(key, source.id, { schema, initFrom: { dataset: source.id, parts: ['data'] } })
  expect(await untilFinalized(id, key)).toMatchObject({ count: 1 })
  const told = (await journal(id, key)).find(({ code }) => code === 'init-lines-left-out')
  expect(told?.data).toContain('requiert la propriété species (species)')
})

test('a source that may not be read puts the new dataset in error', async () => {
  const source = await createEditable(await keyOf())
  const key = await keyOf(village)
  const { id } = await create(key, source.id)
  expect(await untilSettled(id, key)).toMatchObject({ status: 'error', schema: expect.any(Array) })
  expect((await journal(id, key))[0]).toMatchObject({ type: 'error', code: 'init-source-refused' })
  expect((await journal(id, key))[0]?.data).toContain('permission manquante')
  const unknown = await create(key, 'nowhere')
  expect(await untilSettled(unknown.id, key)).toMatchObject({ status: 'error' })
  expect((await journal(unknown.id, key))[0]).toMatchObject({ code: 'init-source-unknown' })
  await patch(id, key, {})
  expect(await untilFinalized(id, key)).toMatchObject({ count: 0 })
})

test('an unknown part is refused', async () => {
  const json = { isRest: true, title: 'x', initFrom: { dataset: 'x', parts: ['all'] } }
  expect(await refusal(await send('/api/v1/datasets', { key: await keyOf(), json }))).toEqual([400, 'body-invalid'])
})

test('objects and values with the separator of their column are copied as they are', async () => {
  const key = await keyOf()
  const schema = [
    { key: 'name', type: 'string' },
    { key: 'more', type: 'object' },
    { key: 'tags', type: 'string', separator: ',' },
  ]
  const source = await createEditable(key, { schema })
  await bulk(source.id, key, [
    { _id: 'a', name: ' A, "b"\n', more: { deep: [1, { _score: null }] }, tags: ['x', 'y,z'] },
    { _id: 'b', name: 'B' },
  ])
  const { id } = await create(key, source.id)
  const copy = await untilFinalized(id, key)
  expect(copy.count).toBe(2)
  const read = async (dataset: string) =>
    (await lines(dataset, 'sort=_i&arrays=true&select=_id,name,more,tags', key)).results
  expect(await read(id)).toEqual(await read(source.id))
  expect((await read(id))[0]).toMatchObject({ more: '{"deep":[1,{"_score":null}]}', tags: ['x', 'y,z'] })
  expect((await journal(id, key)).map(({ type }) => type)).not.toContain('error')
})
