/** The status of a dataset after a patch: each change starts the stages that it requires, and no other. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, type Field, lines, publish, read, untilFinalized } from '../../support/datasets'
import { bulk, createEditable, postLine, trees } from '../../support/editable'
import { ask } from '../../support/http'
import { createVirtual } from '../../support/virtual'

const patch = (id: string, key: string, json: unknown) =>
  ask<Dataset>(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
const own = (schema: readonly Field[]) => schema.filter((field) => !field['x-calculated'])

test('columns in another order process no row of an editable dataset', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  await bulk(id, key, [{ _id: 'oak', species: 'oak', age: 3, tags: ['old'] }])
  const moved = trees.toReversed()
  expect((await patch(id, key, { schema: moved })).status).toBe('finalized')
  expect(own((await read(id, key)).schema).map((field) => field.key)).toEqual(moved.map((field) => field.key))
  expect((await postLine(id, key, { _id: 'elm', species: 'elm', age: 4, alive: true, tags: ['new'] })).status).toBe(200)
  const { results } = await lines(id, 'sort=species&arrays=true', key)
  expect(results).toMatchObject([
    { _id: 'elm', species: 'elm', age: 4, alive: true, tags: ['new'] },
    { _id: 'oak', species: 'oak', age: 3, tags: ['old'] },
  ])
})

test('a transform of a column processes no row of an editable dataset: it applies to files', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  const schema = trees.map((field) => (field.key === 'age' ? { ...field, 'x-transform': { type: 'integer' } } : field))
  expect((await patch(id, key, { schema })).status).toBe('finalized')
})

test('an extension whose column changes its type is computed again, without a new analysis', async () => {
  const key = await keyOf()
  const { id } = await publish('n\n1\n2\n', { key })
  const extension = (type: string, expr: string) => ({
    extensions: [{ active: true, type: 'exprEval', expr, property: { key: 'double', type } }],
  })
  await patch(id, key, extension('integer', 'n * 2'))
  await untilFinalized(id, key)
  expect((await patch(id, key, extension('number', 'n * 2.5'))).status).toBe('validated')
  const { schema } = await untilFinalized(id, key)
  expect(schema.find((field) => field.key === 'double')?.type).toBe('number')
  expect((await lines(id, 'sort=n', key)).results.map((line) => line.double)).toEqual([2.5, 5])
  expect((await patch(id, key, extension('string', 'CONCAT("x", n)'))).status).toBe('validated')
  await untilFinalized(id, key)
  expect((await lines(id, 'sort=n', key)).results.map((line) => line.double)).toEqual(['x1', 'x2'])
})

test('any change of the schema of a virtual dataset finalizes it again', async () => {
  const key = await keyOf()
  const { id: child } = await publish('n,m\n1,2\n', { key })
  const { id } = await createVirtual(key, ['n', 'm'], { children: [child] })
  const fields = own((await untilFinalized(id, key)).schema)
  const titled = fields.map((field) => ({ ...field, title: field.key.toUpperCase() }))
  expect((await patch(id, key, { schema: titled })).status).toBe('indexed')
  await untilFinalized(id, key)
  expect((await patch(id, key, { schema: titled })).status).toBe('finalized')
  expect((await patch(id, key, { schema: titled.toReversed() })).status).toBe('indexed')
  await untilFinalized(id, key)
})
