import { expect, test } from 'vitest'
import { compareSchemas } from '../../../worker/datasets/metadata/schema-changes'
import type { Field } from '../../../worker/schema/field'

const name: Field = { key: 'name', type: 'string' }
const day: Field = { key: 'day', type: 'string', format: 'date' }

test.each<[string, Field[], boolean]>([
  ['nothing', [name, day], false],
  ['a column more', [name, day, { key: 'n', type: 'integer' }], false],
  ['a title', [{ ...name, title: 'Name' }, day], false],
  ['the format of addresses', [{ ...name, format: 'uri-reference' }, day], false],
  ['no format', [name, { ...day, format: null }], true],
  ['another type', [{ ...name, type: 'integer' }, day], true],
  ['a column less', [name], true],
])('%s: whether a change breaks uses', (_, after, breaking) => {
  expect(compareSchemas([name, day], after).breaking).toBe(breaking)
})
