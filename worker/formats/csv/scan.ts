/**
 * `CsvScanner`: text in, raw rows out (RFC 4180). It handles quotes, delimiters and line endings, not headers.
 * Every character is scanned once, wherever the text is split: carried text is not scanned again.
 */
import { problem } from '../../errors'

/** Receives the cells of one row (a fresh array) and the 1-based physical line where the row starts. */
type OnRow = (cells: string[], line: number) => void

/** Largest sizes, in UTF-16 code units. */
type ScanLimits = { maxCellChars: number; maxRecordChars: number }

/** The row under way: its finished cells, the text of the cell under way, and the position in that cell. */
export type ScanState = {
  place: QuoteMode
  cells: string[]
  cell: string
  /** Characters of `cell` that were between quotes. */
  quoted: number
  /** Characters of the row so far. */
  chars: number
  line: number
  rowLine: number
  quoteLine: number
  /** Whether the quotes of the cell under way span lines. */
  spans?: boolean
  /** The first row with text behind the closing quote of a cell of several lines. */
  strayLine?: number | undefined
}

type QuoteMode = 'start' | 'plain' | 'quoted' | 'at-quote' | 'after-quote'

const CARRIAGE_RETURN = 13

export class CsvScanner {
  /** Rows that ended with `\r\n`, and rows that ended with either line ending. */
  crlfRows = 0
  endedRows = 0
  readonly #delimiter: string
  readonly #quote: string
  readonly #limits: ScanLimits
  #now: ScanState

  constructor(dialect: { delimiter: string; quote: string }, limits: ScanLimits, state?: ScanState) {
    this.#delimiter = dialect.delimiter
    this.#quote = dialect.quote
    this.#limits = limits
    this.#now = state
      ? { ...state, cells: [...state.cells] }
      : { place: 'start', cells: [], cell: '', quoted: 0, chars: 0, line: 1, rowLine: 1, quoteLine: 1 }
  }

  /** The open quote, if any: its line and the text after it. */
  get openQuote(): { line: number; text: string } | undefined {
    const { place, quoteLine, cell } = this.#now
    return place === 'quoted' ? { line: quoteLine, text: cell } : undefined
  }

  /** The first row with text behind the closing quote of a cell of several lines: the opening quote may be a mistake. */
  get strayLine(): number | undefined {
    return this.#now.strayLine
  }

  state(): ScanState {
    return { ...this.#now, cells: [...this.#now.cells] }
  }

  push(text: string, row: OnRow): void {
    const { length } = text
    const delimiter = this.#delimiter
    const quote = this.#quote
    const quoteCode = quote.charCodeAt(0)
    const now = this.#now
    let { place, cells, cell, quoted, line, spans = false } = now
    let at = 0
    let rowStart = -now.chars
    // The next delimiter and line ending from `at` on, `length` when there is none: searched once for all cells before it.
    let nextDelimiter = -1
    let nextLine = -1

    while (at < length) {
      if (place === 'start') {
        if (text.charCodeAt(at) === quoteCode) {
          place = 'quoted'
          now.quoteLine = line
          at++
        } else place = 'plain'
      } else if (place === 'at-quote') {
        if (text.charCodeAt(at) === quoteCode) {
          place = 'quoted'
          cell += quote
          at++
        } else {
          place = 'after-quote'
          quoted = cell.length
        }
      }

      if (place === 'quoted') {
        let close = text.indexOf(quote, at)
        let doubled = false
        while (close >= 0 && text.charCodeAt(close + 1) === quoteCode) {
          doubled = true
          close = text.indexOf(quote, close + 2)
        }
        const stop = close < 0 ? length : close
        const piece = text.slice(at, stop)
        cell += doubled ? piece.replaceAll(quote + quote, quote) : piece
        if (nextLine < at) nextLine = indexOr(text, '\n', at, length)
        while (nextLine < stop) {
          spans = true
          line++
          nextLine = indexOr(text, '\n', nextLine + 1, length)
        }
        at = stop
        if (close < 0) break
        at++
        if (at === length) {
          // The first character of the next push decides whether this quote closes the cell or is doubled.
          place = 'at-quote'
          break
        }
        place = 'after-quote'
        quoted = cell.length
      }

      if (nextDelimiter < at) nextDelimiter = indexOr(text, delimiter, at, length)
      if (nextLine < at) nextLine = indexOr(text, '\n', at, length)
      const end = Math.min(nextDelimiter, nextLine)
      if (end > at) {
        const piece = text.slice(at, end)
        if (spans && now.strayLine === undefined && piece.trim() !== '') now.strayLine = now.quoteLine
        cell = cell === '' ? piece : cell + piece
      }
      at = end
      if (end === length) break
      at++
      const ended = end === nextLine
      if (ended && cell.length > quoted && cell.charCodeAt(cell.length - 1) === CARRIAGE_RETURN) {
        cell = cell.slice(0, -1)
        this.crlfRows++
      }
      cells.push(cell)
      cell = ''
      quoted = 0
      spans = false
      place = 'start'
      if (ended) {
        if (at - rowStart > this.#limits.maxCellChars) this.#check(cells, at - rowStart, now.rowLine)
        const complete = cells
        cells = []
        row(complete, now.rowLine)
        rowStart = at
        this.endedRows++
        line++
        now.rowLine = line
      }
    }

    now.place = place
    now.cells = cells
    now.cell = cell
    now.quoted = quoted
    now.line = line
    now.spans = spans
    now.chars = length - rowStart
    if (now.chars > this.#limits.maxCellChars) this.#check([cell], now.chars, now.rowLine, cells.length)
  }

  /** Emits the last row when no line ending follows it; an open quote is closed. */
  end(row: OnRow): void {
    const { place, cells, cell, rowLine } = this.#now
    if (place === 'start' && cells.length === 0) return
    cells.push(cell)
    this.#now = { ...this.#now, place: 'start', cells: [], cell: '', quoted: 0, chars: 0 }
    row(cells, rowLine)
  }

  #check(cells: string[], chars: number, line: number, before = 0): void {
    const { maxCellChars, maxRecordChars } = this.#limits
    const column = cells.findIndex((cell) => cell.length > maxCellChars)
    if (column >= 0) throw problem('file-cell-too-long', { line, max: maxCellChars, column: before + column + 1 })
    if (chars > maxRecordChars) throw problem('file-record-too-long', { line, max: maxRecordChars })
  }
}

function indexOr(text: string, pattern: string, from: number, fallback: number): number {
  const at = text.indexOf(pattern, from)
  return at < 0 ? fallback : at
}
