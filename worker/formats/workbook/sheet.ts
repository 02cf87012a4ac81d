import { type Field, headersOf } from '../../schema/field'
import { centDigits, decimalsOf, isAmount } from '../../schema/numbers/amounts'
import { ownValue } from '../../schema/own-value'

/** A column to write: `day` and `moment` are ISO dates and date-times. */
type SheetColumn = { key: string; kind: string }

/** A value of a spreadsheet; `day` and `moment` are local times in ms since 1970, as they are written. */
export type WrittenCell = string | number | boolean | { day: number } | { moment: number } | undefined
export type WrittenRow = readonly WrittenCell[]
/** `amounts`: positions of the columns of amounts of money, which are shown with their cents. */
type Named = { name: string; amounts?: readonly number[] | undefined }
export type Sheet = Named & { rows: readonly WrittenRow[] }
/** A sheet that is too large for memory: its rows, some at a time. */
export type StreamedSheet = Named & { rows: AsyncIterable<readonly WrittenRow[]> }

const momentForm = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)/

/** Spreadsheet programs agree on dates from here on: Excel has a 29 February 1900. */
const firstMs = Date.UTC(1900, 2, 1)

/** The lines as a sheet: headers, then a row for each. */
export function dataSheet(
  name: string,
  projection: readonly SheetColumn[],
  fields: readonly Field[],
  lines: ReadonlyArray<Record<string, unknown>>,
  options: { useLabels?: boolean } = {},
): Sheet {
  const rows = [headerRow(projection, fields, options), ...dataRows(projection, lines)]
  return { name, rows, amounts: amountsIn(projection, fields) }
}

/** The positions of the columns of amounts. */
export function amountsIn(projection: readonly SheetColumn[], fields: readonly Field[]): number[] {
  const keys = new Set(fields.filter(isAmount).map(({ key }) => key))
  return projection.flatMap(({ key }, at) => (keys.has(key) ? [at] : []))
}

/** Rows that tell the widths and the formats of columns. */
export const sampledRows = 100

/** The columns of amounts that are shown with two decimals: their numbers have no more. @param rows the first ones */
export function centColumns({ amounts = [] }: Named, rows: readonly WrittenRow[]): ReadonlySet<number> {
  const sample = rows.slice(0, sampledRows)
  const hasMore = (cell: WrittenCell) => typeof cell === 'number' && decimalsOf(cell) > centDigits
  return new Set(amounts.filter((at) => !sample.some((row) => hasMore(row[at]))))
}

/** The headers of columns: see `headersOf`. */
export const headerRow = (
  projection: readonly SheetColumn[],
  fields: readonly Field[],
  options: { useLabels?: boolean },
): string[] =>
  headersOf(
    projection.map(({ key }) => key),
    fields,
    options,
  )

export const dataRows = (
  projection: readonly SheetColumn[],
  lines: ReadonlyArray<Record<string, unknown>>,
): WrittenCell[][] => lines.map((line) => projection.map((column) => cellOf(column, ownValue(line, column.key))))

function cellOf({ kind }: SheetColumn, value: unknown): WrittenCell {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value !== 'string') return JSON.stringify(value)
  if (kind === 'day') return dated(value, Date.parse(`${value}T00:00:00Z`), (day) => ({ day }))
  if (kind === 'moment') {
    const parts = momentForm.exec(value)
    if (parts) return dated(value, Date.parse(`${parts[1]}T${parts[2]}Z`), (moment) => ({ moment }))
  }
  return value
}

/** Dates before the calendar of spreadsheets stay text. */
function dated(text: string, time: number, cell: (time: number) => WrittenCell): WrittenCell {
  return time >= firstMs ? cell(time) : text
}
