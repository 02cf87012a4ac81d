import { expect, it } from 'vitest'
import { equalValue } from '../../../worker/pages/filters/equal-value'
import { field, geometry } from '../../support/fields'

it.each([
  ['text', field('a'), 'Brest, port', 'Brest, port'],
  ['several values', field('a', 'string', { separator: '|' }), 'water', 'water'],
  ['integer', field('a', 'integer'), '1 200', '1200'],
  ['number', field('a', 'number'), '1,5', '1.5'],
  ['boolean', field('a', 'boolean'), 'oui', 'true'],
  ['boolean', field('a', 'boolean'), '0', 'false'],
  ['date', field('a', 'string', { format: 'date' }), '2024-07-01', '2024-07-01'],
  ['date of the file', field('a', 'string', { format: 'date' }), '1/7/2024', undefined],
  ['date-time', field('a', 'string', { format: 'date-time' }), '2024-07-01T10:00:00Z', undefined],
  ['geometry', field('a', 'string', { 'x-refersTo': geometry }), '{}', undefined],
  ['column without filters', field('a', 'string', { 'x-capabilities': { index: false } }), 'a', undefined],
] as const)('a %s is found by its value', (_, of, text, value) => {
  expect(equalValue(of, text)).toBe(value)
})
