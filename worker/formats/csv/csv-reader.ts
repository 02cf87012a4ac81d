/** `CsvReader`: a CSV file as records under a header. `CsvScanner` splits the rows. */
import { problem, type StoredProblem } from '../../errors'
import { limits } from '../../limits'
import { cutText } from '../../schema/cut-text'
import { numberedHeaders } from '../../schema/keys/column-keys'
import type { FileRecord, OnRecord, RecordReader } from '../record-reader'
import { withoutInvisible } from '../text/invisible'
import { statedDelimiter } from './delimiters'
import { type Dialect, plainDialect } from './dialect'
import { joinHeaderRows } from './join-header-rows'
import { otherRowKind } from './other-rows'
import { CsvScanner, type ScanState } from './scan'
import { withoutBackslashes } from './to-rfc4180'

/** `index`: rows counted so far; `scan`: the row under way. */
export type CsvState = {
  kind: 'csv'
  headers: string[] | undefined
  /** Rows read so far of a header that has several. */
  headerRows?: string[][]
  index: number
  scan: ScanState
  /** Headers that got a number, and cells that were left out with the line of the first: see `CsvRepairs`. */
  numbered?: string[]
  /** A backslash at the end of the text so far: the next character completes its escape. */
  held?: string
  dropped?: { count: number; line: number } | undefined
  /** Rows of other kinds that were left out, with the line of the first; `hasRow`: a row below the header was read. */
  leftOut?: { count: number; line: number } | undefined
  hasRow?: boolean
  /** The last rows so far, which are left out at the end: see `CsvRepairs`. */
  withheld?: FileRecord[]
}

/**
 * - The first row with a value is the header, or the first one from `headerLine` of the dialect on; rows before it are not counted,
 *   nor is a first row `sep=;`. A header of several rows, `headerRows`, gives one name to each column.
 * - Missing cells at the end of a row become empty; empty cells beyond the header are dropped.
 * - Line endings may be mixed; `\r` alone ends a line only in the dialect of that line ending. A quote opens a cell only as its first character;
 *   text after a closing quote is part of the cell.
 * - A quote left open at the end: when the lines after it would be rows by themselves, the quote is a mistake and
 *   `file-quote-open` is thrown; otherwise the file was truncated inside its last cell, which is read as it is, and
 *   `file-quote-open` is a warning.
 *
 * Throws `file-row-too-wide`, `file-too-many-columns`, `file-cell-too-long`, `file-record-too-long`, `file-quote-open`.
 */
export class CsvReader implements RecordReader {
  headers: string[] | undefined
  readonly warnings: StoredProblem[] = []
  #index: number
  readonly #dialect: Dialect
  readonly #scanner: CsvScanner
  readonly #headerRows: string[][]
  #numbered: string[]
  #dropped: CsvState['dropped']
  readonly #withheld: FileRecord[]
  #leftOut: CsvState['leftOut']
  #hasRow: boolean
  #held: string
  readonly #record: FileRecord = { index: 0, line: 0, cells: [] }

  constructor(dialect: Dialect = plainDialect, state?: CsvState) {
    this.headers = state?.headers && [...state.headers]
    this.#index = state?.index ?? 0
    this.#dialect = dialect
    this.#headerRows = [...(state?.headerRows ?? [])]
    this.#numbered = state?.numbered ?? []
    this.#dropped = state?.dropped
    this.#withheld = [...(state?.withheld ?? [])]
    this.#leftOut = state?.leftOut
    this.#hasRow = state?.hasRow ?? false
    this.#held = state?.held ?? ''
    this.#scanner = new CsvScanner(dialect, limits.files, state?.scan)
  }

  push(text: string, each: OnRecord): void {
    this.#scanner.push(this.#toRfc4180(withoutInvisible(text)), (cells, line) => this.#addRow(cells, line, each))
  }

  end(each: OnRecord): void {
    if (this.#held !== '') this.#scanner.push(this.#held, (cells, line) => this.#addRow(cells, line, each))
    const open = this.#scanner.openQuote
    if (open) {
      const columns = this.headers?.length ?? 1
      const swallowed = open.text
        .split('\n')
        .slice(1)
        .filter((text) => text !== '')
      if (swallowed.some((line) => line.split(this.#dialect.delimiter).length >= columns)) {
        throw problem('file-quote-open', { line: open.line })
      }
      this.warnings.push({ code: 'file-quote-open', params: { line: open.line } })
    }
    this.#scanner.end((cells, at) => this.#addRow(cells, at, each))
    const { strayLine } = this.#scanner
    if (strayLine !== undefined) this.warnings.push({ code: 'file-quote-stray', params: { line: strayLine } })
    if (this.#numbered.length > 0) {
      const headers = cutText(
        this.#numbered.map((header) => `"${header}"`).join(', '),
        limits.processing.maxListedChars,
      )
      this.warnings.push({ code: 'headers-numbered', params: { headers } })
    }
    if (this.#leftOut) this.warnings.push({ code: 'rows-left-out', params: this.#leftOut })
    if (this.#dropped) this.warnings.push({ code: 'extra-cells-dropped', params: this.#dropped })
    const [first] = this.#withheld
    if (first) {
      this.warnings.push({ code: 'footer-dropped', params: { count: this.#withheld.length, line: first.line } })
    }
  }

  state(): CsvState {
    return {
      kind: 'csv',
      headers: this.headers && [...this.headers],
      headerRows: [...this.#headerRows],
      index: this.#index,
      scan: this.#scanner.state(),
      numbered: this.#numbered,
      dropped: this.#dropped,
      held: this.#held,
      leftOut: this.#leftOut,
      hasRow: this.#hasRow,
      withheld: [...this.#withheld],
    }
  }

  #toRfc4180(text: string): string {
    const { linesDelimiter, escapeChar, quote } = this.#dialect
    const lines = linesDelimiter === '\r' ? text.replaceAll('\r', '\n') : text
    if (escapeChar !== '\\') return lines
    const written = withoutBackslashes(this.#held + lines, quote)
    this.#held = written.held
    return written.text
  }

  #addRow(cells: string[], line: number, each: OnRecord): void {
    const headers = this.headers
    if (headers === undefined) {
      if (line < (this.#dialect.headerLine ?? 1)) return
      if (isEmpty(cells) || (line === 1 && statedDelimiter(cells.join(this.#dialect.delimiter)))) return
      if (cells.length > limits.files.maxColumns) {
        throw problem('file-too-many-columns', { columns: cells.length, max: limits.files.maxColumns })
      }
      this.#addHeaderRow(cells)
      return
    }
    this.#index++
    if (isEmpty(cells)) return
    if (cells.length !== headers.length) this.#fitTo(cells, headers.length, line)
    if (this.#isLeftOut(cells, line, headers)) return
    const record = this.#record
    record.index = this.#index
    record.line = line
    record.cells = cells
    if (this.#dialect.footerRows) this.#withhold(this.#dialect.footerRows, each)
    else each(record)
  }

  #addHeaderRow(cells: string[]): void {
    const { headerRows = 1, repeatedHeaders } = this.#dialect
    if (this.#headerRows.push(cells) < headerRows) return
    const headers = headerRows > 1 ? joinHeaderRows(this.#headerRows) : cells
    this.#headerRows.length = 0
    this.headers = repeatedHeaders === 'number' ? this.#numberHeaders(headers) : headers
  }

  #isLeftOut(cells: readonly string[], line: number, headers: readonly string[]): boolean {
    const { leftOutRows } = this.#dialect
    const isFirst = !this.#hasRow
    this.#hasRow = true
    const kind = leftOutRows && otherRowKind({ cells, isFirst }, headers)
    if (!kind || !leftOutRows?.includes(kind)) return false
    this.#leftOut = { count: (this.#leftOut?.count ?? 0) + 1, line: this.#leftOut?.line ?? line }
    return true
  }

  /** Stores the current record, and emits the one that is no longer among the last rows. */
  #withhold(footerRows: number, each: OnRecord): void {
    this.#withheld.push({ ...this.#record })
    const next = this.#withheld.length > footerRows ? this.#withheld.shift() : undefined
    if (next) each(next)
  }

  #numberHeaders(cells: readonly string[]): string[] {
    const headers = numberedHeaders(cells)
    this.#numbered = headers.filter((header, at) => header !== cells[at])
    return headers
  }

  #fitTo(cells: string[], columns: number, line: number): void {
    while (cells.length < columns) cells.push('')
    const extra = cells.slice(columns).filter((cell) => cell !== '')
    if (extra[0] !== undefined && this.#dialect.extraCells !== 'drop') {
      const value = extra[0].slice(0, limits.files.maxQuotedChars)
      throw problem('file-row-too-wide', { line, cells: cells.length, columns, value })
    }
    if (extra.length > 0) {
      this.#dropped = { count: (this.#dropped?.count ?? 0) + extra.length, line: this.#dropped?.line ?? line }
    }
    cells.length = columns
  }
}

/** Programs of MS-DOS end files with this character. */
const endOfFile = '\x1a'

function isEmpty(cells: string[]): boolean {
  if (cells.length === 1 && cells[0] === endOfFile) return true
  for (const cell of cells) if (cell !== '') return false
  return true
}
