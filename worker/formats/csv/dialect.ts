/** The dialect of a CSV file: its parts, and those that a publisher sets. Pure. */
import type { Delimiter } from './delimiters'
import type { OtherRowKind } from './other-rows'

/** Quotes that are detected, by decreasing preference. */
export const quotes = ['"', "'"] as const
/** The quote of a file that has none: all quotes are characters of its cells. */
export const noQuote = 'none'
export const lineEndings = ['\n', '\r\n', '\r'] as const
/** What precedes a quote inside quotes: the quote itself (RFC 4180), or a backslash. */
export const escapes = [...quotes, '\\'] as const

/** Repairs of a file, chosen by its publisher. */
type CsvRepairs = {
  /** Headers that give the key of an earlier one get a number: `price`, `price (2)`. */
  repeatedHeaders?: 'number' | undefined
  /** Cells beyond the last header are left out. */
  extraCells?: 'drop' | undefined
  /** So many rows with a value at the end, such as totals and notes, are left out. */
  footerRows?: number | undefined
  /** Rows of these kinds are left out. */
  leftOutRows?: OtherRowKind[] | undefined
}

/** The repairs among other options. */
export const repairsIn = ({ repeatedHeaders, extraCells, footerRows, leftOutRows }: CsvRepairs): CsvRepairs => ({
  ...(repeatedHeaders ? { repeatedHeaders } : {}),
  ...(extraCells ? { extraCells } : {}),
  ...(footerRows ? { footerRows } : {}),
  ...(leftOutRows ? { leftOutRows } : {}),
})

/** How a CSV is written, and repaired. */
export type Dialect = CsvRepairs & {
  /** The line of the headers, from 1, when it is not the first one with a value. */
  headerLine?: number | undefined
  /** The rows of the header, when there are several: see `joinHeaderRows`. */
  headerRows?: number | undefined
  delimiter: Delimiter
  /** Empty in a file without quotes around its cells. */
  quote: (typeof quotes)[number] | ''
  linesDelimiter: (typeof lineEndings)[number]
  escapeChar: (typeof escapes)[number]
}

/** RFC 4180, for files of one column. */
export const plainDialect: Dialect = { delimiter: ',', quote: '"', linesDelimiter: '\r\n', escapeChar: '"' }

/** The dialect in which the service writes the table of a workbook. */
export const normalizedDialect: Dialect = { ...plainDialect, linesDelimiter: '\n' }

/** The parts of a dialect that the publisher sets. */
export type Overrides = CsvRepairs & {
  delimiter?: Dialect['delimiter'] | undefined
  quote?: Dialect['quote'] | undefined
  headerLine?: number | undefined
  headerRows?: number | undefined
}

/** The options of an upload for its CSV: the line of the header has the name that it has for workbooks. */
export const dialectOptions = ({
  spreadsheetHeaderLine,
  quote,
  ...options
}: Omit<Overrides, 'headerLine' | 'quote'> & {
  spreadsheetHeaderLine?: number | undefined
  quote?: (typeof quotes)[number] | typeof noQuote | undefined
} = {}): Overrides => ({
  ...options,
  quote: quote === noQuote ? '' : quote,
  headerLine: spreadsheetHeaderLine,
})
