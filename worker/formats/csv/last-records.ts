/** `lastRecords`: the last rows of a CSV, from its first and last characters. Pure. */
import { limits } from '../../limits'
import { CsvReader } from './csv-reader'
import type { Dialect } from './dialect'
import { CsvScanner } from './scan'

/** `tail`: undefined where `head` is the whole text. */
type Ends = { head: string; tail: string | undefined }
type LastRecords = { headers: readonly string[]; rows: string[][] }

/**
 * @param count most rows to return
 * @returns rows with a value, the last one first; undefined where `head` has no header
 * @throws what `CsvReader` throws
 */
export function lastRecords({ head, tail }: Ends, dialect: Dialect, count: number): LastRecords | undefined {
  const tolerant: Dialect = { ...dialect, extraCells: 'drop', footerRows: undefined }
  const rows: string[][] = []
  const add = ({ cells }: { cells: string[] }) => {
    rows.push(cells)
    if (rows.length > count) rows.shift()
  }
  const first = new CsvReader(tolerant)
  first.push(head, add)
  if (tail === undefined) first.end(add)
  const { headers } = first
  if (!headers) return undefined
  if (tail !== undefined) {
    rows.length = 0
    const scan = new CsvScanner(tolerant, limits.files).state()
    const last = new CsvReader(tolerant, { kind: 'csv', headers, index: 0, scan })
    // The first line may be the end of a row.
    last.push(tail.slice(tail.indexOf(dialect.linesDelimiter === '\r' ? '\r' : '\n') + 1), add)
    last.end(add)
  }
  return { headers, rows: rows.toReversed() }
}
