/** Values computed by expressions while a file is read (`x-transform`). */
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import {
  type Dataset,
  post,
  publish,
  untilFinalized,
  untilJournaled,
  untilSettled,
  upload,
} from '../../support/datasets'
import { ask, refusal, send } from '../../support/http'

const csv = 'name,size,day\n Hall ,"40,5 m2",13/01/2021 19:42\nAttic,,\n'

async function created(content: string, schema: unknown, fileName = 'rooms.csv') {
  const key = await keyOf()
  const parts = [{ name: 'schema', value: JSON.stringify(schema) }]
  const { id } = await upload(content, { key, parts, fileName })
  return { id, key, dataset: await untilSettled(id, key) }
}

const shown = async (id: string, key: string) =>
  (await ask<{ results: Record<string, unknown>[] }>(`/api/v1/datasets/${id}/lines?sort=_i`, { key })).results
const fieldOf = ({ schema }: Dataset, key: string) => schema.find((field) => field.key === key)

describe('a file is read with the transforms of its schema', () => {
  test('with a given type, or one detected from the values', async () => {
    const { id, key, dataset } = await created(csv, [
      { key: 'name', 'x-transform': { expr: 'CONCAT(UPPER(value), "!")' } },
      { key: 'size', 'x-transform': { expr: 'REPLACE(EXTRACT(value, "", " "), ",", ".") + 0.4', type: 'integer' } },
      { key: 'day', 'x-transform': { expr: 'TRANSFORM_DATE(value, "DD/MM/YYYY HH:mm", "YYYY-MM-DD")' } },
    ])
    expect(dataset.status).toBe('finalized')
    expect(fieldOf(dataset, 'size')).toMatchObject({ type: 'integer', 'x-transform': { type: 'integer' } })
    expect(fieldOf(dataset, 'day')).toMatchObject({ type: 'string', format: 'date' })
    const [hall, attic] = await shown(id, key)
    expect(hall).toMatchObject({ name: 'HALL!', size: 41, day: '2021-01-13' })
    // What the file does not say stays absent.
    expect(attic).toMatchObject({ name: 'ATTIC!' })
    expect(attic).not.toHaveProperty('size')
    expect(fieldOf(dataset, 'name')).toMatchObject({ type: 'string', 'x-cardinality': 2 })
  })

  test('for the keys of a JSON file, also those of later objects only', async () => {
    const json = JSON.stringify([{ a: 'x' }, { a: 'y', late: 'z' }])
    const { id, key } = await created(json, [{ key: 'late', 'x-transform': { expr: 'UPPER(value)' } }], 'a.json')
    expect((await shown(id, key)).map(({ a, late }) => [a, late])).toEqual([
      ['x', undefined],
      ['y', 'Z'],
    ])
  })

  test('and so is the next file', async () => {
    const { id, key } = await created(csv, [{ key: 'name', 'x-transform': { expr: 'LOWER(value)' } }])
    await post('name,size,day\nCELLAR,1,\n', { key, id })
    await untilJournaled(id, key, 'finalize-end', 2)
    expect(await shown(id, key)).toMatchObject([{ name: 'cellar' }])
  })

  test('before its validation rules are checked', async () => {
    const { dataset } = await created('code\nab\nabc\n', [
      { key: 'code', 'x-transform': { expr: 'SUBSTRING(value, 0, 2)' }, maxLength: 2 },
    ])
    expect(dataset).toMatchObject({ status: 'finalized', count: 2 })
  })
})

test.each([
  ['a value of another type', { expr: 'CONCAT(value, "x")', type: 'integer' }, '"Hallx" n\'est pas un nombre'],
  ['an unknown name', { expr: 'size' }, 'undefined variable: size'],
  ['a function that never ends', { expr: 'f(x) = f(x); f(value)' }, "trop d'appels de fonctions imbriqués"],
  [
    'an endless function over lists',
    { expr: 'f(x) = join("", map(g(y) = f(y), [x])); f(value)' },
    "trop d'appels de fonctions imbriqués",
  ],
  [
    'an endless function that concatenates',
    { expr: `f(x) = f(x)${' || ""'.repeat(480)}; f(value)` },
    "trop d'appels de fonctions imbriqués",
  ],
])('%s is an error of the dataset, which names column, line and value', async (_, transform, reason) => {
  const { id, key, dataset } = await created(csv, [{ key: 'name', 'x-transform': transform }])
  expect(dataset.status).toBe('error')
  const headers = { 'accept-language': 'fr' }
  const [event] = await ask<Record<string, unknown>[]>(`/api/v1/datasets/${id}/journal`, { key, headers })
  expect(event).toMatchObject({ type: 'error', code: 'expression-failed' })
  expect(event?.data).toContain(`échec de l'évaluation de l'expression de la colonne "name" à la ligne 2`)
  expect(event?.data).toContain(reason)
})

describe('a transform that is patched', () => {
  test('reads the file again, with the type of the transform', async () => {
    const key = await keyOf()
    const before = await publish('room,n\nA,1 m\nB,2 m\n', { key })
    const schema = before.schema.map((field) =>
      field.key === 'n' ? { ...field, 'x-transform': { expr: 'EXTRACT(value, "", " m")', type: 'integer' } } : field,
    )
    const patched = await ask<Dataset>(`/api/v1/datasets/${before.id}`, { key, method: 'PATCH', json: { schema } })
    expect(patched.status).toBe('analyzed')
    const after = await untilFinalized(before.id, key)
    expect(fieldOf(after, 'n')).toMatchObject({ type: 'integer' })
    expect((await shown(before.id, key)).map(({ n }) => n)).toEqual([1, 2])
    const total = await ask(`/api/v1/datasets/${before.id}/metric_agg?metric=sum&field=n`, { key })
    expect(total).toMatchObject({ metric: 3 })
  })

  test('with a syntax error is refused with the message of the parser', async () => {
    const key = await keyOf()
    const { id, schema } = await publish(csv, { key })
    const json = { schema: schema.map((field) => ({ ...field, 'x-transform': { expr: 'UPPER(' } })) }
    const refused = await send(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
    expect(await refused.clone().text()).toContain('unexpected TEOF')
    expect(await refusal(refused)).toEqual([400, 'body-invalid'])
  })
})
