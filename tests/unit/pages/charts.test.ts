/** What charts propose: no sum of codes, identifiers and coordinates. */
import { expect, test } from 'vitest'
import { chosen, isMeasure } from '../../../worker/pages/charts/choice'
import type { Field } from '../../../worker/schema/field'

const town: Field = { key: 'town', type: 'string' }
const people: Field = { key: 'people', type: 'integer' }

test.each<[Field, boolean]>([
  [people, true],
  [{ key: 'age', type: 'integer' }, true],
  [{ key: 'surface', type: 'number' }, true],
  [{ key: 'prix', type: 'number', 'x-refersTo': 'https://schema.org/price' }, true],
  [{ key: 'code_postal', type: 'integer' }, false],
  [{ key: 'Identifiant', type: 'integer' }, false],
  [{ key: 'annee', type: 'integer' }, false],
  [{ key: 'lat', type: 'number', 'x-refersTo': 'http://schema.org/latitude' }, false],
])('%o', (field, measured) => {
  expect(isMeasure(field)).toBe(measured)
  const params = new URLSearchParams({ field: 'town', metric: 'sum', metric_field: field.key })
  expect(chosen(params, [town, field], new Map())?.metric).toBe(measured ? 'sum' : 'count')
})

test('the greatest code of a group can still be asked', () => {
  const code: Field = { key: 'code', type: 'integer' }
  const params = new URLSearchParams({ field: 'town', metric: 'max', metric_field: 'code' })
  expect(chosen(params, [town, code], new Map())?.metric).toBe('max')
})
