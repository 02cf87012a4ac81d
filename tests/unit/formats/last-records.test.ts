import { expect, test } from 'vitest'
import { plainDialect } from '../../../worker/formats/csv/dialect'
import { lastRecords } from '../../../worker/formats/csv/last-records'

const semicolons = { ...plainDialect, delimiter: ';' as const, linesDelimiter: '\n' as const }

test.each([
  [
    'a whole text',
    'a;b\n1;2\n\n3;4\n',
    undefined,
    [
      ['3', '4'],
      ['1', '2'],
    ],
  ],
  [
    'an end that begins within a row',
    'a;b\n1;2\n',
    '5;x\n6;7\n"8;\n9";10',
    [
      ['8;\n9', '10'],
      ['6', '7'],
    ],
  ],
  [
    'rows of other lengths',
    'a;b\n1',
    'x\n6\n7;8;9\n',
    [
      ['7', '8'],
      ['6', ''],
    ],
  ],
])('%s has its last rows', (_, head, tail, rows) => {
  expect(lastRecords({ head, tail }, semicolons, 2)?.rows).toEqual(rows)
})

test('the header is that of the dialect, and an end without rows has none', () => {
  expect(lastRecords({ head: 'Title\na;b\n1;2\n', tail: undefined }, { ...semicolons, headerLine: 2 }, 5)).toEqual({
    headers: ['a', 'b'],
    rows: [['1', '2']],
  })
  expect(lastRecords({ head: '', tail: 'x\n1;2\n' }, semicolons, 5)).toBeUndefined()
  const endings = { ...semicolons, linesDelimiter: '\r' as const }
  expect(lastRecords({ head: 'a;b\r1;2\r', tail: 'x;y\r3;4\r5;6' }, endings, 5)?.rows).toEqual([
    ['5', '6'],
    ['3', '4'],
  ])
})
