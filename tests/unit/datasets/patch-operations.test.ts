import { expect, test } from 'vitest'
import { patchOperations } from '../../../worker/datasets/update/patch-operations'
import type { Field } from '../../../worker/schema/field'

const fields: Field[] = [
  { key: 'name', type: 'string' },
  { key: 'day', type: 'string', format: 'date' },
]
const breaking = ['writeDescriptionBreaking']
const usual = ['writeDescription']

test.each([
  [{}, usual],
  [{ title: 'Trees' }, usual],
  [{ slug: 'oaks' }, breaking],
  [{ primaryKey: null }, breaking],
  [{ primaryKey: 'malformed' }, breaking],
  [{ extensions: [] }, breaking],
  [{ schema: fields }, usual],
  [{ schema: [...fields, { key: 'more', type: 'string' }] }, usual],
  [{ schema: fields.map((field) => ({ ...field, title: 'T' })) }, usual],
  [{ schema: fields.slice(1) }, breaking],
  [{ schema: [{ key: 'name', type: 'integer' }, fields[1]] }, breaking],
  [{ schema: [fields[0], { key: 'day', type: 'string', format: null }] }, breaking],
  [{ schema: [{ ...fields[0], format: 'uri-reference' }, fields[1]] }, usual],
  [{ schema: 'malformed' }, usual],
  [{ readApiKey: { active: true } }, ['setReadApiKey', 'writeDescription']],
  [{ readApiKey: null }, usual],
  [{ publications: [] }, ['writePublications', 'writeDescription']],
  [['malformed'], usual],
  ['malformed', usual],
])('%j of a dataset needs %j', (body, operations) => {
  expect(patchOperations({ nature: 'file' }, fields, body)).toEqual(operations)
})

test('the types of a virtual dataset are those of its children', () => {
  const schema = [{ key: 'name' }, { key: 'day', type: 'integer' }]
  expect(patchOperations({ nature: 'virtual' }, fields, { schema })).toEqual(usual)
  expect(patchOperations({ nature: 'virtual' }, fields, { schema: [{ key: 'name' }] })).toEqual(breaking)
})
