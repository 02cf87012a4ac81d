/** `lastRecords`: the last rows of a CSV, and the rows that are no data, from its first and last characters. Pure. */
import { limits } from '../../limits'
import { CsvReader } from './csv-reader'
import type { Dialect } from './dialect'
import { type OtherRows, otherRowKind, otherRowsOf } from './other-rows'
import { CsvScanner } from './scan'

/** `tail`: undefined where `head` is the whole text. */
type Ends = { head: string; tail: string | undefined }
type LastRecords = {
  headers: readonly string[]
  rows: string[][]
  others: OtherRows | undefined
  units: readonly string[] | undefined
}

/**
 * @param count most rows to return
 * @param lineOf the line of a record, for people
 * @returns rows with a value, the last one first; undefined where `head` has no header
 * @throws what `CsvReader` throws
 */
export function lastRecords(
  { head, tail }: Ends,
  dialect: Dialect,
  count: number,
  lineOf = ({ line }: { index: number; line: number }) => line,
): LastRecords | undefined {
  const tolerant: Dialect = { ...dialect, extraCells: 'drop', footerRows: undefined }
  const rows: string[][] = []
  const read: { line: number; cells: string[]; isFirst: boolean }[] = []
  const add = ({ cells, line, index }: { cells: string[]; line: number; index: number }) => {
    rows.push(cells)
    // The lines of the tail are not known.
    read.push({ cells, line: isHead ? lineOf({ line, index }) : Number.NaN, isFirst: read.length === 0 })
    if (rows.length > count) rows.shift()
  }
  let isHead = true
  const first = new CsvReader(tolerant)
  first.push(head, add)
  if (tail === undefined) first.end(add)
  const { headers } = first
  if (!headers) return undefined
  if (tail !== undefined) {
    rows.length = 0
    isHead = false
    const scan = new CsvScanner(tolerant, limits.files).state()
    const last = new CsvReader(tolerant, { kind: 'csv', headers, index: 0, scan })
    // The first line may be the end of a row.
    last.push(tail.slice(tail.indexOf(dialect.linesDelimiter === '\r' ? '\r' : '\n') + 1), add)
    last.end(add)
  }
  return {
    headers,
    rows: rows.toReversed(),
    others: dialect.leftOutRows ? undefined : otherRowsOf(read, headers),
    units: dialect.leftOutRows?.includes('units') ? unitsIn(head, { ...tolerant, leftOutRows: undefined }) : undefined,
  }
}

/** The row of units below the header. */
function unitsIn(head: string, dialect: Dialect): readonly string[] | undefined {
  const reader = new CsvReader(dialect)
  let first: readonly string[] | undefined
  reader.push(head, ({ cells }) => {
    first ??= [...cells]
  })
  return first && otherRowKind({ cells: first, isFirst: true }, reader.headers ?? []) === 'units' ? first : undefined
}
