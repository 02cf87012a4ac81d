/** Workbooks that SheetJS writes are read, and those that this service writes are read by SheetJS. */

import { read, utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { dataSheet } from '../../../worker/formats/workbook/sheet'
import { ods } from '../../../worker/formats/workbook/write-ods'
import { xlsx } from '../../../worker/formats/workbook/write-xlsx'
import { columnOf } from '../../../worker/lines/query/find-column'
import { layoutOf } from '../../../worker/lines/storage/layout'
import type { Field } from '../../../worker/schema/field'
import { tableOf } from './sheets'

const kinds = ['ods', 'fods', 'xlsx', 'xls'] as const
const day = new Date(Date.UTC(2024, 1, 29))
const rows = [
  ['name', 'n', 'open', 'day', 'code', 'note'],
  ['Évreux & <co>', 1.5, true, day, '012', 'two\nlines,  spaces'],
  ['Lyon', -2_000_000, false, null, '', '=1+1'],
]
const table =
  'name,n,open,day,code,note\nÉvreux & <co>,1.5,true,2024-02-29,012,"two\nlines,  spaces"\nLyon,-2000000,false,,,=1+1\n'

test.each(kinds)('%s of SheetJS is read', async (bookType) => {
  // Dates are cells of dates, or numbers that a style shows as dates.
  for (const cellDates of [false, true]) {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['first sheet']]), 'First')
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { cellDates, UTC: true }), 'Rows & "columns"')
    const bytes = new Uint8Array(write(book, { type: 'array', bookType, compression: cellDates, cellDates }))
    expect(await tableOf(bookType, bytes, { sheet: 2 })).toBe(table)
  }
})

test.each(['xlsx', 'xls'] as const)(
  'the first visible sheet of %s is the first; hidden ones are last',
  async (bookType) => {
    for (const hidden of [1, 2] as const) {
      const book = utils.book_new()
      for (const name of ['settings', 'rows', 'more']) utils.book_append_sheet(book, utils.aoa_to_sheet([[name]]), name)
      book.Workbook = { Sheets: [{ Hidden: hidden }, { Hidden: 0 }, { Hidden: 0 }] }
      const bytes = new Uint8Array(write(book, { type: 'array', bookType }))
      const tables = [1, 2, 3].map((sheet) => tableOf(bookType, bytes, { sheet }))
      expect(await Promise.all(tables)).toEqual(['rows\n', 'more\n', 'settings\n'])
    }
  },
)

const fields: Field[] = [
  { key: 'name', type: 'string', 'x-originalName': 'Full "name"' },
  { key: 'n', type: 'number' },
  { key: 'open', type: 'boolean' },
  { key: 'day', type: 'string', format: 'date' },
  { key: 'note', type: 'string' },
]
const pointer = { shard: 0, run: 'r', layout: layoutOf(fields, new Map(), undefined), count: 0 }
const projection = fields.flatMap(({ key }) => columnOf({ pointer, fields, defaultOrder: 'file' }, key) ?? [])

test.each([
  ['ods', ods],
  ['xlsx', xlsx],
] as const)('%s is read by SheetJS', (_, writeBook) => {
  const lines = [
    { name: 'Évreux & <co>', n: 1.5, open: true, day: '2024-02-29', note: 'two\nlines' },
    { name: 'Lyon', n: -2_000_000, open: false, note: '=1+1' },
  ]
  const sheets = [dataSheet('Données', projection, fields, lines), { name: 'Beside', rows: [['a', 1]] }]
  const book = read(writeBook(sheets), { cellDates: true, UTC: true })
  expect(book.SheetNames).toEqual(['Données', 'Beside'])
  const [first] = book.SheetNames.flatMap((name) => book.Sheets[name] ?? [])
  const cells = first ? utils.sheet_to_json<Record<string, unknown>>(first, { UTC: true }) : []
  expect(cells.map(({ day: _, ...cell }) => cell)).toEqual([
    { 'Full "name"': 'Évreux & <co>', n: 1.5, open: true, note: 'two\nlines' },
    { 'Full "name"': 'Lyon', n: -2_000_000, open: false, note: '=1+1' },
  ])
  expect(cells[0]?.day).toEqual(day)
})
