/** Dates and times in the cells of workbooks. */
import { expect, test } from 'vitest'
import { tableOf } from './sheets'
import { read, rowOf, text } from './xlsx-sheets'

/** Styles of cells, by their format codes. */
const styled = (...codes: string[]) => ({
  'xl/styles.xml': `<styleSheet><numFmts>${codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`).join('')}</numFmts><cellXfs>${codes.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs></styleSheet>`,
})

test.each([
  ['hh:mm', '45293.4375', '2024-01-02T10:30:00.000Z'],
  ['h:mm AM/PM', '45293.4375', '2024-01-02T10:30:00.000Z'],
  ['mm:ss.0', '45292', '2024-01-01'],
  ['hh:mm', '0.4375', '10:30:00'],
  ['hh:mm', '1.0625', '25:30:00'],
  ['[h]:mm', '45292.5', '1087020:00:00'],
])('with the format %s, %s is %s', async (code, value, cell) => {
  const sheet = rowOf(text('a')) + rowOf(`<c s="0"><v>${value}</v></c>`)
  expect(await read(sheet, styled(code))).toBe(`a\n${cell}\n`)
})

test('cells of dates keep their time without a style', async () => {
  const day = (value: string) => rowOf(`<c t="d"><v>${value}</v></c>`)
  const moments = rowOf(text('a')) + day('2024-01-02T03:04:05') + day('2024-01-03T00:00:00')
  expect(await read(moments)).toBe('a\n2024-01-02T03:04:05.000Z\n2024-01-03T00:00:00.000Z\n')
  expect(await read(rowOf(text('a')) + day('2024-01-02') + day('2024-01-03'))).toBe('a\n2024-01-02\n2024-01-03\n')
  const late = rowOf(text('a')) + rowOf(text('x'.repeat(40_000))).repeat(60) + day('2024-01-03T23:59:59.500Z')
  expect(await read(late)).toMatch(/2024-01-03T23:59:59\.500Z\n$/)
})

test('days that the calendar does not have stay texts', async () => {
  const day = (value: string) => rowOf(`<c t="d"><v>${value}</v></c>`)
  expect(await read(rowOf(text('a')) + day('2024-02-30') + day('2024-02-29'))).toBe('a\n2024-02-30\n2024-02-29\n')
  expect(await readOds('date" office:date-value="2023-02-29', 'date" office:date-value="2024-02-29')).toBe(
    'a\n2023-02-29\n2024-02-29\n',
  )
})

test('numbers beyond those of a double stay texts', async () => {
  expect(await read(rowOf(text('a')) + rowOf('<c><v>1E400</v></c>'))).toBe('a\n1E400\n')
})

test('what a merged cell of OpenDocument covers is no value', async () => {
  const hidden =
    '<table:covered-table-cell office:value-type="string"><text:p>hidden</text:p></table:covered-table-cell>'
  const merged = `<table:table-cell table:number-columns-spanned="2" office:value-type="string"><text:p>shown</text:p></table:table-cell>${hidden}`
  const cell = (value: string) =>
    `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`
  const table = [cell('a') + cell('b') + cell('c'), merged + cell('last')]
  expect(await tableOf('fods', flat(table))).toBe('a,b,c\nshown,,last\n')
})

/** A flat OpenDocument spreadsheet of rows. */
const flat = (rows: readonly string[]) =>
  new TextEncoder().encode(
    `<office:document><office:body><office:spreadsheet><table:table table:name="a">${rows
      .map((row) => `<table:table-row>${row}</table:table-row>`)
      .join('')}</table:table></office:spreadsheet></office:body></office:document>`,
  )

const readOds = (...types: string[]) =>
  tableOf(
    'fods',
    flat(['string" office:string-value="a', ...types].map((type) => `<table:table-cell office:value-type="${type}"/>`)),
  )
