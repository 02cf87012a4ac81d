/** Fields of a virtual dataset: properties inherited from its children, and its own. */
import { expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { type Dataset, publish, read, untilFinalized } from '../../support/datasets'
import { createEditable } from '../../support/editable'
import { ask } from '../../support/http'
import { createVirtual, virtualBody } from '../../support/virtual'
import { eventually } from '../../support/wait'

const path = (id: string) => `/api/v1/datasets/${id}`
const city = { key: 'city', type: 'string' }
const shops = 'city,pop\nLyon,5\nBrest,2\n'

test.each([
  ['a file', (key: string) => publish(shops, { key })],
  ['editable', (key: string) => createEditable(key, { schema: [city] })],
  ['editable, with a new column', (key: string) => createEditable(key, { schema: [city] }), [{ ...city, key: 'n' }]],
])('labels of a child that is %s reach its parents', async (_, childOf, columns: unknown[] = []) => {
  const key = await keyOf()
  const child = await childOf(key)
  const parent = await createVirtual(key, ['city'], { children: [child.id] })
  const above = await createVirtual(key, ['city'], { children: [parent.id] })
  const schema = child.schema.map((field) =>
    field.key === 'city' ? { ...field, 'x-labels': { Brest: 'BES' } } : field,
  )
  await ask(path(child.id), { key, method: 'PATCH', json: { schema: [...schema, ...columns] } })
  for (const { id } of [parent, above]) {
    await eventually(async () =>
      expect(await read(id, key)).toMatchObject({
        status: 'finalized',
        schema: expect.arrayContaining([expect.objectContaining({ key: 'city', 'x-labels': { Brest: 'BES' } })]),
      }),
    )
  }
})

test('field groups are those of the virtual dataset, otherwise those of its child', async () => {
  const key = await keyOf()
  const { id, schema } = await publish(shops, { key })
  const grouped = schema.map((field) => ({ ...field, 'x-group': 'of the child' }))
  await ask(path(id), { key, method: 'PATCH', json: { schema: grouped } })
  const fields = [{ key: 'city', 'x-group': 'own' }, { key: 'pop' }]
  const said = { ...virtualBody([], { children: [id] }), schema: fields }
  const created = await ask<Dataset>('/api/v1/datasets', { key, json: said }, 201)
  const groups = async () => (await untilFinalized(created.id, key)).schema.slice(0, 2).map((field) => field['x-group'])
  expect(await groups()).toEqual(['own', 'of the child'])
  const regrouped = [{ key: 'city', 'x-group': 'other' }, { key: 'pop' }]
  await ask(path(created.id), { key, method: 'PATCH', json: { schema: regrouped } })
  expect(await groups()).toEqual(['other', 'of the child'])
})
