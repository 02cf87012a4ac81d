/** Dates and times in the cells of workbooks. */
import { expect, test } from 'vitest'
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
