import { expect, test } from 'vitest'
import { csvLine } from '../../../worker/lines/query/sql/csv'

const cell = (as: 'text' | 'number', text?: string) => ({ name: '"x"', as, text })
const cells = [
  cell('text', 'plain'),
  cell('text', 'a, "b"'),
  cell('text', 'two\rlines'),
  cell('number', '1'),
  cell('text'),
]

test.each([
  [false, '"plain","a, ""b""","two\rlines",1,\n'],
  [true, 'plain,"a, ""b""","two\rlines",1,\n'],
])('a record, with minimal quotes: %s', (minimalQuotes, record) => {
  expect(csvLine(cells, { separator: ',', arrays: false, minimalQuotes })).toBe(record)
})
