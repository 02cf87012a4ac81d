import { type Field, headersOf } from '../../../schema/field'
import type { Column } from '../column'
import type { LinesRequest } from '../request'
import { concat, literal } from '../sql-text'
import { numberSql, type Rendering, renderedSql, renderedType } from './cell-value'
import type { Cell } from './json'

/**
 * CSV: `csvHeader`, and a record written by SQLite (`csvLineSql`) or in TypeScript (`csvLine`).
 * `withoutNul` removes the NULs of records, since replace() of SQLite cannot.
 */

/** Spreadsheets detect UTF-8 by it. */
const byteOrderMark = '\uFEFF'

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`
const quoteWhereNeeded = (text: string): string => (/[",\n\r]/.test(text) ? quote(text) : text)
const quoting = (minimalQuotes: boolean | undefined) => (minimalQuotes ? quoteWhereNeeded : quote)

/** The byte order mark, and the headers of the columns. */
export function csvHeader(
  projection: readonly Column[],
  fields: readonly Field[],
  request: Pick<LinesRequest, 'header' | 'separator' | 'minimalQuotes' | 'useLabels'>,
): string {
  const { header, separator, minimalQuotes } = request
  if (!header) return byteOrderMark
  const keys = projection.map(({ key }) => key)
  const names = headersOf(keys, fields, request)
  return withoutNul(`${byteOrderMark}${names.map(quoting(minimalQuotes)).join(separator)}\n`)
}

type CsvShape = Rendering & {
  projection: readonly Column[]
  separator: string
  minimalQuotes?: boolean
  useLabels?: boolean
  score?: string
}

/** SQL expression of one record with its line end, over the table aliased `t`. */
export function csvLineSql(shape: CsvShape): string {
  const between = literal(shape.separator)
  const parts = shape.projection.flatMap((column, at) => {
    const value = column.kind === 'score' ? (shape.score ?? 'NULL') : renderedSql(column, shape)
    const as = renderedType(column, shape)
    const isText = as === 'text' || as === 'list'
    const cell = isText
      ? quotedSql(value, shape.minimalQuotes)
      : as === 'number'
        ? numberSql(column, value)
        : shape.useLabels && as === 'boolean'
          ? `CASE ${value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`
          : value
    return at === 0 ? [cell] : [between, cell]
  })
  return concat([...parts, 'char(10)'])
}

/** GLOB reads a text up to its first NUL: a text with one is quoted in any case. */
function quotedSql(text: string, minimalQuotes: boolean | undefined): string {
  const quoted = `'"'||replace(${text},'"','""')||'"'`
  if (!minimalQuotes) return quoted
  const needsQuotes = `${text} GLOB '*[",'||char(10,13)||']*' OR instr(${text},char(0))`
  return `CASE WHEN ${needsQuotes} THEN ${quoted} ELSE ${text} END`
}

/** The record from its rendered values. */
export function csvLine(
  cells: readonly Cell[],
  { separator, minimalQuotes, useLabels }: Omit<CsvShape, 'projection'>,
): string {
  const quoted = quoting(minimalQuotes)
  const texts = cells.map(({ as, text = '' }, at) => {
    if (cells[at]?.text === undefined) return ''
    if (useLabels && as === 'boolean') return text === '1' ? 'true' : 'false'
    return as === 'text' || as === 'list' ? quoted(text) : text
  })
  return `${texts.join(separator)}\n`
}

/** Removes NULs, which CSV readers reject. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text
}
