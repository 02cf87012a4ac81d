/** The statistics of a column: the result of its profile. */
import type { TextTypes } from './near-types'
import type { Spread } from './quartiles'

/**
 * Equal bars from `min` to `max` of the field, or of as many whole numbers, days or months each (`discrete-bars.ts`). Exact when
 * `cardinalityExact`, see `histogram.ts` otherwise.
 */
export type Histogram = { min: number | string; max: number | string; counts: number[] }

/** Counts are numbers of cells. Values are trimmed texts as written in the file, except `min` and `max`: typed. */
export type FieldStatistics = {
  filled: number
  empty: number
  /** Distinct values of at most `limits.schema.maxFilterableChars` characters. */
  cardinality: number
  cardinalityExact: boolean
  /** Values longer than `limits.schema.maxFilterableChars`. */
  longValues: number
  /** UTF-8 bytes of the longest value, never less. */
  maxBytes: number
  nonAscii: boolean
  /** Most frequent first, ties in first-seen order; all values when exact, else those that are certainly frequent. */
  frequent: [string, number][]
  /** Numbers, `YYYY-MM-DD`, or ISO date-times with offset. Absent for texts and booleans. */
  min?: number | string
  max?: number | string
  histogram?: Histogram
  /** Of numbers. */
  sum?: number
  /** Of numbers: exact when `cardinalityExact`, else from bins of a thousandth of the range. */
  spread?: Spread
} & TextTypes
