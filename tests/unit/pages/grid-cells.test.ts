/** Cells of the grid: blocks in the clipboard, and values as they are typed. */
import { describe, expect, test } from 'vitest'
import { blockOf, cellsOf } from '../../../worker/pages/islands/editing/clipboard-text'
import { completionOf } from '../../../worker/pages/islands/editing/entering/completion'
import type { GridColumn } from '../../../worker/pages/islands/editing/settings'
import { editedText, problemOf, readValue, type Value } from '../../../worker/pages/islands/editing/values'
import { height, name } from '../../support/grid'

const day: GridColumn = { key: 'day', title: 'Day', type: 'string', format: 'date' }
const seen: GridColumn = { key: 'seen', title: 'Seen', type: 'string', format: 'date-time' }
const alive: GridColumn = { key: 'alive', title: 'Alive', type: 'boolean' }
const state: GridColumn = {
  key: 'state',
  title: 'State',
  type: 'string',
  labels: { g: 'Good', b: 'Bad' },
  labelsRestricted: true,
}
const weekday: GridColumn = { ...state, labels: { Lundi: '', Mardi: '', Samedi: '', Ferie: 'Férié' } }
const code: GridColumn = { key: 'code', title: 'Code', type: 'string', pattern: '^[A-Z]{2}$', maxLength: 2 }
const place: GridColumn = { key: 'place', title: 'Place', type: 'string', isPosition: true }
const tags: GridColumn = { key: 'tags', title: 'Tags', type: 'integer', separator: ';' }

describe('blocks of cells', () => {
  test.each([
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['one', [['one']]],
    ['', [['']]],
    [
      'a\t\n\tb\n',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['"two\nlines"\t"a ""quoted"" word"\r\n', [['two\nlines', 'a "quoted" word']]],
    ['"never closed\tb', [['"never closed', 'b']]],
    ['5" pipe\t"x"y', [['5" pipe', '"x"y']]],
    ['a\n\nb\n', [['a'], [''], ['b']]],
  ])('%j', (text, cells) => {
    expect(cellsOf(text)).toEqual(cells)
  })

  test('a copied block is pasted unchanged', () => {
    const cells = [
      ['a\tb', '"'],
      ['two\r\nlines', ''],
      ['', 'é 😀'],
    ]
    expect(cellsOf(blockOf(cells))).toEqual(cells)
  })
})

test.each<[GridColumn, string, Value, string | undefined]>([
  [name, '  Oak ', 'Oak', undefined],
  [name, '   ', undefined, 'required'],
  [height, '1 234,5', 1234.5, 'maximum'],
  [height, '12,10 €', 12.1, undefined],
  [height, '12 m', 12, undefined],
  [{ ...height, maximum: 1e9, decimalMark: '.' }, '1,234', 1234, undefined],
  [{ ...height, maximum: 1e9, decimalMark: '.' }, '1,234,567.5', 1234567.5, undefined],
  [{ ...height, maximum: 1e9, decimalMark: '.' }, '1,5', 1.5, undefined],
  [{ ...height, maximum: 1e9, decimalMark: ',' }, '1,234', 1.234, undefined],
  [{ ...height, maximum: 1e9, decimalMark: '.' }, '1.234,56', 1234.56, undefined],
  [{ ...height, maximum: 1e9, decimalMark: ',' }, '1.234,56', 1234.56, undefined],
  [{ ...height, maximum: 1e9, decimalMark: ',' }, '-1,234.5', -1234.5, 'minimum'],
  [{ ...height, maximum: 1e9, decimalMark: ',' }, '1.234.567', 1234567, undefined],
  [{ ...height, maximum: 1e9, decimalMark: ',' }, '1.234', 1.234, undefined],
  [height, '1.23,4', '1.23,4', 'number'],
  [{ ...height, maximum: 1e9, decimalMark: '.' }, '1,150 €', 1150, undefined],
  [{ ...height, maximum: 1e9, decimalMark: ',' }, '1,150 €', 1.15, undefined],
  [{ ...height, maximum: 1e9, decimalMark: '.' }, '1,234.5', 1234.5, undefined],
  [{ ...height, maximum: 1e9, decimalMark: '.' }, '€1,234.50', 1234.5, undefined],
  [{ ...height, decimalMark: ',' }, '12 %', 12, undefined],
  [{ ...height, decimalMark: ',' }, '12,5%', 12.5, undefined],
  [height, '12 € %', '12 € %', 'number'],
  [height, '\u22121', -1, 'minimum'],
  [height, '-1', -1, 'minimum'],
  [height, 'tall', 'tall', 'number'],
  [day, '31/01/2026', '2026-01-31', undefined],
  [day, '3/4/2024', '2024-04-03', undefined],
  [{ ...day, monthFirst: true }, '3/4/2024', '2024-03-04', undefined],
  [{ ...day, monthFirst: true }, '31/1/2024', '2024-01-31', undefined],
  [{ ...day, monthFirst: true }, '3-4-24', '2024-03-04', undefined],
  [{ ...day, monthFirst: true }, '3.4.2024', '2024-04-03', undefined],
  [{ ...day, monthFirst: true }, '2/30/2024', '2/30/2024', 'day'],
  [{ ...seen, monthFirst: true }, '3/4/2024 10:05', '2024-03-04T10:05:00', undefined],
  [day, '15 mars 2024', '2024-03-15', undefined],
  [day, '1er Août  2024', '2024-08-01', undefined],
  [day, 'March 15th, 2024', '2024-03-15', undefined],
  [day, '3 janv. 2024', '2024-01-03', undefined],
  [day, '30 février 2024', '30 février 2024', 'date'],
  [day, '15 mars', '15 mars', 'date'],
  [{ ...day, thisYear: 2026 }, '15 mars', '2026-03-15', undefined],
  [{ ...day, thisYear: 2026, monthFirst: true }, '3/4', '2026-03-04', undefined],
  [place, '48.85,2.35', '48.85,2.35', undefined],
  [place, '148.85, 2.35', '148.85, 2.35', 'position'],
  [place, '48.85, -181', '48.85, -181', 'position'],
  [place, '48,85, 2,35', '48,85, 2,35', 'position'],
  [day, '2026-01-31', '2026-01-31', undefined],
  [day, '31/02/2026', '31/02/2026', 'day'],
  [day, '2026-02-31', '2026-02-31', 'day'],
  [day, '31/13/2026', '31/13/2026', 'date'],
  [day, '2026-01-31T10:00:00Z', '2026-01-31T10:00:00Z', 'date'],
  [seen, '31/01/2026 10:05', '2026-01-31T10:05:00', undefined],
  [seen, '2026-01-31T10:00:00+02:00', '2026-01-31T10:00:00+02:00', undefined],
  [seen, '2026-01-31', '2026-01-31T00:00:00', undefined],
  [seen, 'noon', 'noon', 'date-time'],
  [alive, 'oui', true, undefined],
  [alive, 'FALSE', false, undefined],
  [alive, 'perhaps', 'perhaps', 'boolean'],
  [alive, ' X ', true, undefined],
  [state, 'Good', 'g', undefined],
  [state, 'b', 'b', undefined],
  [state, ' gOOD ', 'g', undefined],
  [state, 'B', 'b', undefined],
  [state, 'ugly', 'ugly', 'label'],
  [weekday, 'lundi', 'Lundi', undefined],
  [weekday, 'FÉRIÉ', 'Ferie', undefined],
  [weekday, 'Dimanche', 'Dimanche', 'label'],
  [weekday, '3 mars 2019', '3 mars 2019', 'label'],
  [{ ...weekday, separator: ';' }, 'lundi; férié', 'Lundi;Ferie', undefined],
  [{ ...weekday, separator: ';' }, 'Lundi;Dimanche', 'Lundi;Dimanche', 'label'],
  // In another case it may be either.
  [{ ...state, labels: { k: 'Kilo', K: 'Kelvin' } }, 'K', 'K', undefined],
  [{ ...state, labels: { ka: 'Kilo', KA: 'Kelvin' } }, 'Ka', 'Ka', 'label'],
  [code, 'FR', 'FR', undefined],
  [code, 'fr', 'fr', 'pattern'],
  [code, 'FRA', 'FRA', 'maxLength'],
  [tags, '1; 2;3', '1; 2;3', undefined],
  [tags, '1;x', '1;x', 'integer'],
])('the column %o reads %j', (column, text, value, rule) => {
  expect(readValue(column, text)).toEqual(value)
  expect(problemOf(column, readValue(column, text))?.rule).toBe(rule)
})

test.each([
  ['l', 'lundi'],
  ['FE', 'FErié'],
  ['Dimanche', undefined],
  ['3 mars', undefined],
  ['mardi', undefined],
  ['ferie', undefined],
  ['', undefined],
])('%j, typed in a list of values, is completed to %j', (typed, text) => {
  expect(completionOf(Object.entries(weekday.labels ?? {}), typed)).toBe(text)
  expect(completionOf([['false', 'no']], 'f')).toBe('false')
})

test('numbers are edited and copied with the decimal mark of the reader', () => {
  expect(editedText({ ...height, decimalMark: ',' }, 800.5)).toBe('800,5')
  expect(editedText({ ...height, decimalMark: '.' }, 800.5)).toBe('800.5')
  expect(editedText(name, 'v1.2')).toBe('v1.2')
  expect(editedText(name, undefined)).toBe('')
})
