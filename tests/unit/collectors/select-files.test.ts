/** The files of a folder stored by a collector. */
import { expect, test } from 'vitest'
import { matchesPattern, selectFiles } from '../../../worker/collectors/plugins/transfer-file/select-files'

test.each([
  ['*', 'a.csv', true],
  ['*.csv', 'a.csv', true],
  ['*.csv', 'a.csv.part', false],
  ['*.CSV', 'Ventes.csv', true],
  ['sales-*.csv', 'sales-2026-01.csv', true],
  ['sales-*.csv', 'old-sales-1.csv', false],
  ['sales-??.csv', 'sales-01.csv', true],
  ['sales-??.csv', 'sales-1.csv', false],
  ['*a*b*', 'xxaxxbxx', true],
  ['*a*b*', 'xxbxxaxx', false],
  ['[a].csv', '[a].csv', true],
  ['[a].csv', 'a.csv', false],
  ['a.csv', 'abcsv', false],
  ['', '', true],
  ['?', '', false],
])('pattern %s, name %s: %s', (pattern, name, expected) => expect(matchesPattern(pattern, name)).toBe(expected))

test('a pattern with many stars is matched in linear time', () => {
  expect(matchesPattern('*a'.repeat(100), `${'a'.repeat(250)}b`)).toBe(false)
})

const file = (name: string, modifiedAt?: string) => ({ url: '', name, size: 1, modifiedAt })

test('files are sorted by date, then by name, and only data files are selected', () => {
  const files = [
    file('b10.csv', '2026-01-02T00:00:00Z'),
    file('b9.csv', '2026-01-02T00:00:00Z'),
    file('z.geojson', '2026-01-01T00:00:00Z'),
    file('undated.xlsx'),
    file('readme'),
    file('a.csv.part', '2026-01-03T00:00:00Z'),
    file('.hidden.csv'),
  ]
  expect(selectFiles(files, undefined).map(({ name }) => name)).toEqual([
    'undated.xlsx',
    'z.geojson',
    'b9.csv',
    'b10.csv',
  ])
  expect(selectFiles(files, 'b*').map(({ name }) => name)).toEqual(['b9.csv', 'b10.csv'])
})
