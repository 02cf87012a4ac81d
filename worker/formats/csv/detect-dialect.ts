/** `detectDialect(sample, complete)`: the delimiter, quote and line ending of a CSV file. */

import { limits } from '../../limits'
import { withoutInvisible } from '../text/invisible'
import { delimiters, statedDelimiter } from './delimiters'
import { type Dialect, type Overrides, plainDialect, quotes, repairsIn } from './dialect'
import { CsvScanner } from './scan'
import { endsLinesWithCr, escapesQuotes, withoutBackslashes } from './to-rfc4180'

/** The sample is already bounded by `limits.files.sampleBytes`. */
const NO_LIMITS = { maxCellChars: Number.POSITIVE_INFINITY, maxRecordChars: Number.POSITIVE_INFINITY }

/** `isOpen`: the text ends within quotes. */
type Reading = { rows: string[][]; text: string; crlf: boolean; isOpen: boolean }

/**
 * Chooses the dialect with the best score on the sample; ties go to the first of `,` `;` tab `|`, then `"` before `'`. A first
 * line `sep=;` decides the delimiter, unless `overrides` does.
 * `complete` says that the sample is the whole file: otherwise its last row may be incomplete and does not count.
 * The line ending is the one that ends most rows of the chosen reading (`\r\n` when none does): a reader accepts both,
 * so trying each of them would score the same rows twice. Only complete rows of two columns or more earn points: long
 * texts over many lines would otherwise outweigh their table. Quotes escaped by a backslash are only chosen for a better score.
 */
export function detectDialect(sample: string, complete: boolean, overrides: Overrides = {}): Dialect {
  const endsWithCr = endsLinesWithCr(sample)
  const all = endsWithCr ? withoutInvisible(sample).replaceAll('\r', '\n') : withoutInvisible(sample)
  const end = all.indexOf('\n')
  const stated = statedDelimiter(all.slice(0, Math.max(0, end)))
  const { headerLine, headerRows } = overrides
  const table = stated ? all.slice(end + 1) : all
  const text = headerLine ? fromLine(all, headerLine) : table
  const delimiter = overrides.delimiter ?? stated
  let best = plainDialect
  let bestScore = Number.NEGATIVE_INFINITY
  for (const candidate of delimiter ? [delimiter] : delimiters) {
    for (const quote of overrides.quote === undefined ? quotes : [overrides.quote]) {
      if (overrides.quote === undefined && quote === "'" && !quotesCells(text, candidate, quote)) continue
      for (const escapeChar of escapesIn(text, quote)) {
        const written = escapeChar !== '\\' ? text : withoutBackslashes(text, quote).text
        const reading = read(written, complete, candidate, quote)
        // A backslash before the last quote of a cell is a character of it.
        if (escapeChar === '\\' && reading.isOpen) continue
        const points = score(reading, { delimiter: candidate, quote, headerRows })
        if (points <= bestScore) continue
        bestScore = points
        const linesDelimiter = endsWithCr ? '\r' : reading.crlf ? '\r\n' : '\n'
        best = { delimiter: candidate, quote, linesDelimiter, escapeChar }
      }
    }
  }
  const header = { ...(headerLine ? { headerLine } : {}), ...(headerRows ? { headerRows } : {}) }
  return { ...best, ...repairsIn(overrides), ...header }
}

/** What may precede a quote inside quotes. */
function escapesIn(text: string, quote: Dialect['quote']): readonly Dialect['escapeChar'][] {
  if (quote === '') return [plainDialect.escapeChar]
  return escapesQuotes(text, quote) ? [quote, '\\'] : [quote]
}

/** The text from a line on, counted from 1. */
function fromLine(text: string, line: number): string {
  let at = 0
  for (let n = 1; n < line; n++) {
    const end = text.indexOf('\n', at)
    if (end < 0) return ''
    at = end + 1
  }
  return text.slice(at)
}

/** Whether the quote is at the start of a cell and at the end of a cell. Apostrophes within words do not count. */
function quotesCells(text: string, delimiter: string, quote: string): boolean {
  const opens = text.startsWith(quote) || text.includes(delimiter + quote) || text.includes(`\n${quote}`)
  return opens && [delimiter, '\r', '\n'].some((next) => `${text}\n`.includes(quote + next))
}

function read(text: string, complete: boolean, delimiter: string, quote: string): Reading {
  const rows: string[][] = []
  const scanner = new CsvScanner({ delimiter, quote }, NO_LIMITS)
  let at = 0
  while (at < text.length && rows.length < limits.files.dialectRows) {
    scanner.push(text.slice(at, at + limits.files.samplePieceChars), (cells) => rows.push(cells))
    at += limits.files.samplePieceChars
  }
  const isOpen = complete && at >= text.length && scanner.openQuote !== undefined
  // A row without its line ending is either the last of the file, or cut: then it only counts when it is the only row.
  if (at >= text.length && (complete || rows.length === 0)) scanner.end((cells) => rows.push(cells))
  rows.length = Math.min(rows.length, limits.files.dialectRows)
  return { rows, text: text.slice(0, at), crlf: scanner.crlfRows * 2 >= scanner.endedRows, isOpen }
}

type Candidate = { delimiter: string; quote: string; headerRows: number | undefined }

function score({ rows, text }: Reading, { delimiter, quote, headerRows = 1 }: Candidate): number {
  const headers = rows.filter((row) => row.some((cell) => cell !== '')).slice(0, headerRows)
  const [header = []] = headers.toSorted((one, other) => other.length - one.length)
  let points = quote === '' ? 0 : 2 * occurrences(text, quote + delimiter + quote)
  const names = header.filter((name) => name !== '')
  for (const name of header) points -= 10 * quotesAround(name)
  let earned = 0
  for (const row of rows) {
    // A wrong delimiter or quote gives many rows of one column, or too short: they earn nothing.
    const isComplete = header.length > 1 && row.length >= header.length
    if (isComplete) earned += 0.5
    for (const [column, cell] of row.entries()) {
      if (cell === '') continue
      if (column >= header.length) points -= 10
      else if (isComplete) earned++
      if (row !== header) points -= 2 * quotesAround(cell)
    }
  }
  // A repeated header lowers the score, but never below that of a single column: the header is rejected later.
  const repeated = names.length - new Set(names).size
  return points + earned - Math.min(50 * repeated, earned / 2)
}

/** How many ends of a value are a quote character: 0, 1 or 2. */
function quotesAround(value: string): number {
  return (isQuote(value.charCodeAt(0)) ? 1 : 0) + (isQuote(value.charCodeAt(value.length - 1)) ? 1 : 0)
}

function isQuote(code: number): boolean {
  return code === 34 || code === 39
}

function occurrences(text: string, pattern: string): number {
  let count = 0
  for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 2)) count++
  return count
}
