/** Schema changes of datasets with lines, and constraints. */
import { beforeEach, describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, type Field, journal, lines, read, untilFinalized, untilSettled } from '../../support/datasets'
import { bulk, createEditable, getLine, type Line, patchLine, postLine, putLine, trees } from '../../support/editable'
import { ask, json, refusal, send } from '../../support/http'

let key: string
let id: string
const patch = (body: unknown) => send(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: body })
const patched = (body: unknown) => ask<Dataset>(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: body })
const retyped = (name: string, change: Partial<Field>) =>
  trees.map((field) => (field.key === name ? { ...field, ...change } : field))

beforeEach(async () => {
  key = await keyOf()
  id = (await createEditable(key)).id
})

describe('a schema change on stored lines', () => {
  beforeEach(async () => {
    await bulk(id, key, [
      { _id: 'oak', species: 'oak', age: 120, height: 21.5, alive: true, tags: 'old, big' },
      { _id: 'elm', species: 'elm', age: 30, height: 8 },
    ])
  })

  test('an added field is empty in stored lines, and accepted by the next write', async () => {
    const { status } = await patched({ schema: [...trees, { key: 'park', type: 'string' }] })
    expect(['indexed', 'analyzed']).toContain(status)
    expect((await putLine(id, key, 'fir', { species: 'fir', park: 'north' })).status).toBe(200)
    await untilFinalized(id, key)
    expect((await lines(id, 'park_eq=north', key)).results.map(({ _id }) => _id)).toEqual(['fir'])
    expect((await lines(id, 'q=oak', key)).total).toBe(1)
    expect((await lines(id, '', key)).results.map(({ _id }) => _id)).toEqual(['fir', 'elm', 'oak'])
    expect((await read(id, key)).count).toBe(3)
  })

  test('a removed field loses its values', async () => {
    const before = await json<Line>(await getLine(id, key, 'oak'))
    const { status } = await patched({ schema: trees.filter((field) => field.key !== 'age') })
    expect(status).toBe('analyzed')
    await untilFinalized(id, key)
    const { age: _, ...kept } = before
    expect(await json(await getLine(id, key, 'oak'))).toEqual(kept)
    await patched({ schema: trees })
    await untilFinalized(id, key)
    expect(await json(await getLine(id, key, 'oak'))).toEqual(kept)
    expect((await journal(id, key)).map(({ type }) => type)).toContain('structure-updated')
  })

  test.each([
    ['age', { type: 'string' }, { age: '120' }],
    ['height', { type: 'string' }, { height: '21.5' }],
    ['alive', { type: 'string' }, { alive: 'true' }],
    ['tags', { separator: ';' }, { tags: ['old', 'big'] }],
    ['species', { separator: ',' }, { species: ['oak'] }],
  ])('a new type of %s converts its values', async (name, change, expected) => {
    await patched({ schema: retyped(name, change) })
    await untilFinalized(id, key)
    expect(await json(await getLine(id, key, 'oak'))).toMatchObject(expected)
    expect((await lines(id, '', key)).total).toBe(2)
  })

  test('a value that does not match the new type is stored, reported, and back with the former type', async () => {
    await bulk(id, key, [
      { _id: 'a', species: '12' },
      { _id: 'b', species: '13' },
      { _id: 'c', species: '14' },
    ])
    await patched({ schema: retyped('species', { type: 'integer' }) })
    await untilFinalized(id, key)
    expect(await json(await getLine(id, key, 'a'))).toMatchObject({ species: 12 })
    expect(await json(await getLine(id, key, 'oak'))).toMatchObject({ species: 'oak' })
    const { results } = await lines(id, 'sort=_id', key)
    expect(results.map(({ species }) => species)).toEqual([12, 13, 14, undefined, undefined])
    const event = (await journal(id, key)).find(({ type }) => type === 'error')
    expect(event?.data).toMatch(/^40% of the rows have an error: 2 have/)
    expect(event?.data).toContain('elm: /species doit être de type integer (valeur : "elm")')
    await patched({ schema: trees })
    await untilFinalized(id, key)
    expect((await lines(id, 'sort=_id', key)).results.map(({ species }) => species)).toEqual([
      ...['12', '13', '14', 'elm', 'oak'],
    ])
  })

  test('a type that too few lines match is an error: lines are unchanged and can be written', async () => {
    await patched({ schema: retyped('species', { type: 'integer' }) })
    const dataset = await untilSettled(id, key)
    expect(dataset).toMatchObject({ status: 'error', errorStatus: 'analyzed' })
    expect((await journal(id, key))[0]).toMatchObject({
      type: 'error',
      data: expect.stringMatching(/^100% of the rows/),
    })
    expect((await lines(id, 'species_eq=oak', key)).total).toBe(1)
    expect((await putLine(id, key, 'fir', { species: 'fir' })).status).toBe(200)
    expect((await lines(id, 'q=fir', key)).total).toBe(1)
    await patched({ schema: trees })
    await untilFinalized(id, key)
    expect((await lines(id, '', key)).total).toBe(3)
  })

  test('titles and rules leave the lines unchanged, and rules apply to the next write', async () => {
    const { status } = await patched({ schema: retyped('age', { title: 'Age', maximum: 50, 'x-required': true }) })
    expect(status).toBe('finalized')
    expect(await refusal(await postLine(id, key, { age: 51 }))).toEqual([400, 'line-invalid'])
    const missing = await json<{ detail: string }>(await postLine(id, key, { species: 'x' }))
    expect(missing.detail).toBe('requiert la propriété age (age)')
    expect((await lines(id, '', key)).total).toBe(2)
  })

  test('positions are computed when a field gets the concept', async () => {
    const place = { 'x-refersTo': 'http://www.w3.org/2003/01/geo/wgs84_pos#lat_long' }
    await patched({ schema: [...trees, { key: 'place', type: 'string', ...place }] })
    expect((await putLine(id, key, 'oak', { place: '48.85,2.35' })).status).toBe(200)
    await untilFinalized(id, key)
    expect((await lines(id, 'bbox=2,48,3,49', key)).results.map(({ _id, _geopoint }) => [_id, _geopoint])).toEqual([
      ['oak', '48.85,2.35'],
    ])
  })

  test('a patch without changes keeps the dates', async () => {
    const before = await read(id, key)
    expect((await patched({ schema: before.schema, title: 'Trees' })).updatedAt).toBe(before.updatedAt)
    expect((await read(id, key)).finalizedAt).toBe(before.finalizedAt)
  })
})

test('line options are merged, and the mode of the primary key cannot be changed', async () => {
  await patched({ rest: { history: true } })
  await untilFinalized(id, key)
  expect((await patched({ rest: { lineOwnership: true } })).rest).toEqual({
    history: true,
    lineOwnership: true,
    primaryKeyMode: 'sha256',
    indiceMode: 'timestamp3',
  })
  const { schema } = await untilFinalized(id, key)
  expect(schema.slice(-6).map((field) => field.key)).toEqual([
    ...['_updatedAt', '_owner', '_ownerName', '_id', '_i', '_rand'],
  ])
  expect(await refusal(await patch({ rest: { primaryKeyMode: 'base64' } }))).toEqual([400, 'key-mode-fixed'])
})

test('storeUpdatedBy stores authors from then on, and removes them when turned off', async () => {
  await postLine(id, key, { _id: 'a', species: 'a' })
  await patched({ rest: { storeUpdatedBy: true } })
  await untilFinalized(id, key)
  const line = await json<Line>(await postLine(id, key, { _id: 'b', species: 'b' }))
  expect(line).toMatchObject({ _updatedBy: expect.stringMatching(/^apiKey:/), _updatedByName: 'a key' })
  expect((await lines(id, 'sort=_id', key)).results.map(({ _updatedByName }) => _updatedByName)).toEqual([
    ...[undefined, 'a key'],
  ])
  await patched({ rest: { storeUpdatedBy: false } })
  await untilFinalized(id, key)
  expect(await json(await getLine(id, key, 'b'))).not.toHaveProperty('_updatedBy')
})

describe('a primary key', () => {
  beforeEach(async () => {
    id = (await createEditable(key, { primaryKey: ['species', 'age'] })).id
  })

  test('determines the id', async () => {
    const { createHash } = await import('node:crypto')
    const line = await json<Line>(await postLine(id, key, { species: 'x', age: 1 }))
    expect(line._id).toBe(createHash('sha256').update('["x","1"]').digest('hex'))
    expect((await postLine(id, key, { species: 'x', age: 1, height: 3 })).status).toBe(200)
    expect((await lines(id, '', key)).total).toBe(1)
    const mistaken = await json<{ detail: string }>(await putLine(id, key, 'other', { species: 'x', age: 1 }))
    expect(mistaken.detail).toBe('identifiant de ligne incompatible avec la clé primaire')
    expect((await patchLine(id, key, line._id, { age: 2 })).status).toBe(400)
    expect((await patchLine(id, key, line._id, { height: 4 })).status).toBe(200)
    const { summary } = await bulk(id, key, [{ species: 'x', age: 1, _action: 'delete' }])
    expect(summary).toMatchObject({ nbOk: 1, nbDeleted: 1 })
  })
})

describe('a uniqueness constraint', () => {
  const constraints = [{ type: 'unique', properties: ['species', 'age'] }]
  const text = 'Doublon détecté : le couple (species + age) doit être unique.'
  const violated = (response: Response) => json<{ detail: string }>(response)

  test('refuses a duplicate in a write and in a bulk request', async () => {
    id = (await createEditable(key, { constraints })).id
    await postLine(id, key, { _id: 'a', species: 'oak', age: 1 })
    const response = await postLine(id, key, { _id: 'b', species: 'oak', age: 1 })
    expect([response.status, (await violated(response)).detail]).toEqual([409, text])
    const { status, summary } = await bulk(id, key, [
      { _id: 'c', species: 'elm', age: 1 },
      { _id: 'd', species: 'oak', age: 1 },
      { _id: 'e', species: 'oak' },
      { _id: 'f', species: 'oak' },
      { _id: 'g', species: 'elm', age: 1 },
      { _id: 'h', species: 'fir', age: 1 },
    ])
    expect(status).toBe(200)
    expect(summary).toMatchObject({
      nbOk: 4,
      nbCreated: 4,
      nbErrors: 2,
      errors: [
        { line: 1, error: text, status: 409 },
        { line: 4, error: text, status: 409 },
      ],
    })
    expect((await lines(id, '', key)).total).toBe(5)
  })

  test('is refused if stored lines violate it, and applied otherwise', async () => {
    await bulk(id, key, [
      { _id: 'a', species: 'oak', age: 1 },
      { _id: 'b', species: 'oak', age: 1 },
    ])
    const response = await patch({ constraints })
    expect(response.status).toBe(400)
    expect((await violated(response)).detail).toBe(
      'Existing rows of the dataset violate the uniqueness constraint on (species, age).',
    )
    expect(await read(id, key)).not.toHaveProperty('constraints')
    await patchLine(id, key, 'b', { age: 2 })
    expect((await patched({ constraints })).constraints).toEqual(constraints)
    expect((await patchLine(id, key, 'b', { age: 1 })).status).toBe(409)
    expect((await patch({ schema: trees.slice(1) })).status).toBe(400)
    const removed = await patched({ constraints: null })
    expect(removed.constraints).toEqual([])
    expect((await patchLine(id, key, 'b', { age: 1 })).status).toBe(200)
  })

  test.each([
    ['an unknown field', ['nope']],
    ['no field', []],
    ['a calculated field', ['_i']],
    ['a multi-valued field', ['tags']],
    ['a field that is not grouped', ['secret']],
    ['an object', ['shape']],
  ])('cannot name %s', async (_, properties) => {
    const schema = [
      ...trees,
      { key: 'secret', type: 'string', 'x-capabilities': { values: false } },
      { key: 'shape', type: 'object' },
    ]
    const body = { isRest: true, title: 'x', schema, constraints: [{ type: 'unique', properties }] }
    expect((await send('/api/v1/datasets', { key, json: body })).status).toBe(400)
  })
})

test.each([
  ['no title', { title: undefined }, 'title-missing'],
  ['a field twice', { schema: [trees[0], trees[0]] }, 'body-invalid'],
  ['an invalid pattern', { schema: [{ key: 'a', type: 'string', pattern: '(' }] }, 'body-invalid'],
  ['an impossible name', { schema: [{ key: '__proto__', type: 'string' }] }, 'body-invalid'],
  ['an unknown primary key', { primaryKey: ['nope'] }, 'body-invalid'],
  ['two kinds of dataset', { isMetaOnly: true }, 'nature-ambiguous'],
  ['an unknown property', { foo: 1 }, 'body-invalid'],
])('%s is refused at creation', async (_, said, code) => {
  const body = { isRest: true, title: 'x', schema: trees, ...said }
  expect(await refusal(await send('/api/v1/datasets', { key, json: body }))).toEqual([400, code])
})

test('a dataset with a chosen id is created once, then patched', async () => {
  const body = { isRest: true, title: 'Chosen', schema: trees }
  expect((await send('/api/v1/datasets/chosen', { key, method: 'PUT', json: body })).status).toBe(201)
  const again = await send('/api/v1/datasets/chosen', { key, method: 'PUT', json: { ...body, title: 'Other' } })
  expect(again.status).toBe(200)
  const dataset = await json(again)
  expect(dataset).toMatchObject({ title: 'Other', status: 'finalized', isRest: true })
  expect(dataset).not.toHaveProperty('draftReason')
})
