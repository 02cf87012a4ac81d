/** Percentages in the cells of workbooks: they are read as they are shown. */
import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import { formatKind } from '../../../worker/formats/workbook/read-number-format'
import { headerOf, leftOutOf, tableOf } from './sheets'
import { read, rowOf, text, xlsx } from './xlsx-sheets'

const styles = {
  'xl/styles.xml':
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="164"/></cellXfs></styleSheet>',
}
const cell = (value: string, style: number) => `<c s="${style}"><v>${value}</v></c>`

test.each([
  [9, undefined, 'percent'],
  [10, undefined, 'percent'],
  [164, '0.0%', 'percent'],
  [164, '0.00\\ %', 'percent'],
  [164, '[Red]0%;-0%', 'percent'],
  [164, '0"%"', 'number'],
  [164, '0\\%', 'number'],
])('format %i %j is a %s', (id, code, kind) => {
  expect(formatKind(id, code)).toBe(kind)
})

test('a column of percentages has the numbers that are shown, also below years and beside texts', async () => {
  const sheet =
    rowOf(text('rate') + cell('2024', 0)) +
    rowOf(cell('0.12', 1) + cell('0.07', 2)) +
    rowOf(text('n/a') + cell('0.285', 2)) +
    rowOf(cell('1', 1) + cell('0.123456', 2))
  expect(await read(sheet, styles)).toBe('rate,2024\n12,7\nn/a,28.5\n100,12.3456\n')
})

test('percentages beside other numbers stay as they are stored, and their column is named', async () => {
  const sheet =
    rowOf(text('rate') + text('share')) + rowOf(cell('0.12', 1) + cell('0.5', 1)) + rowOf(cell('3', 0) + cell('0', 0))
  expect(await read(sheet, styles)).toBe('rate,share\n0.12,50\n3,0\n')
  expect((await leftOutOf('xlsx', xlsx(sheet, styles))).mixed).toEqual(['rate'])
})

test('the columns of percentages are named by their positions in the table', async () => {
  const sheet = rowOf(text('a') + text('b') + text('c')) + rowOf(text('x') + cell('2', 0) + cell('0.5', 1))
  const header = await headerOf('xlsx', xlsx(sheet, styles), { startColumn: 2 })
  expect(header?.percents).toEqual([1])
})

test('percentages of OpenDocument spreadsheets are read as those of Excel', async () => {
  const row = (content: string) => `<table:table-row><table:table-cell ${content}</table:table-cell></table:table-row>`
  const percent = row('office:value-type="percentage" office:value="0.07"><text:p>7 %</text:p>')
  const number = row('office:value-type="float" office:value="3"><text:p>3</text:p>')
  const table = (rows: string) => strToU8(`<table:table>${row('><text:p>rate</text:p>')}${rows}</table:table>`)
  expect(await tableOf('fods', table(percent))).toBe('rate\n7\n')
  expect(await tableOf('fods', table(percent + number))).toBe('rate\n0.07\n3\n')
})
