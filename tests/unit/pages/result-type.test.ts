import { expect, test } from 'vitest'
import { resultType } from '../../../worker/pages/extensions/result-type'

const rows = [
  { values: { budget: 12, name: 'One', day: '2026-01-31', at: '2026-01-31T12:00:00Z' } },
  { values: { budget: 5.5, name: 'Two', day: '2026-02-01', at: '2026-02-01T12:00:00+01:00' } },
  { values: {} },
]
const keys = ['budget', 'name', 'day', 'at']

test.each([
  ['budget * 2', 'number'],
  ['YEAR(day)', 'integer'],
  ['round(budget)', 'integer'],
  ['YEAR(day) + budget', 'number'],
  ['budget > 10', 'boolean'],
  ['UPPER(name)', 'string'],
  ['day', 'date'],
  ['at', 'date-time'],
  ['budget > 10 ? budget : name', 'string'],
  ['unknown * 2', 'string'],
])('the results of %s are of the type %s', (expr, type) => {
  expect(resultType(expr, rows, keys)).toBe(type)
})

test('without a row the type is text', () => {
  expect(resultType('1 + 1', [], keys)).toBe('string')
})
