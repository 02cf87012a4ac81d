/** What is found out about fields, and the rules that they may have. */
import { MIB } from './units'

export const schema = {
  /** Distinct values kept exactly per field; beyond, the count is a sketch (contract datasets §2.4). */
  maxTrackedValues: 3_000,
  /** Distinct values kept over all fields of one dataset: bounds the memory of an analysis. */
  maxTrackedValuesInAll: 200_000,
  /** Values longer than this are not filterable exactly nor counted (contract datasets §5.9). */
  maxFilterableChars: 200,
  /** Distinct values of a field that is given an `enum` (contract datasets §5.9). */
  maxEnum: 50,
  /** Share of lines that must have a value for a field to be given an `enum` (contract datasets §5.9). */
  minEnumShare: 0.2,
  /** Most frequent values kept for display. */
  maxFrequent: 10,
  /** Bars of a field's histogram. */
  histogramBars: 20,
  /** Bins of the streaming histogram that the bars are drawn from: 8 kB per numeric or date field. */
  histogramBins: 1_024,
  /** Days of one time zone whose offset is remembered: 27 years, about 1 MB. */
  maxZoneDays: 10_000,
  /** Log2 of the registers of the distinct-value sketch: 1,024 bytes, 3 % standard error. */
  sketchBits: 10,
  /** One `pattern`. */
  maxPatternChars: 1_000,
  /**
   * Characters, classes, assertions, alternatives and quantifiers of one `pattern`, its repetitions written out. The
   * worst pattern of this size takes 40 µs per character (measured): 10 s for a chunk of a file (`files.chunkBytes`).
   */
  maxPatternSteps: 500,
  /** The same for all fields of a dataset: about 250 bytes of memory each. */
  maxPatternStepsInAll: 10_000,
  /** Memory of the states that the matcher of one pattern has met, and of those of a dataset; a Worker has 128 MB. */
  patternStatesBytes: 1 * MIB,
  patternStatesBytesInAll: 16 * MIB,
  /** A format of dates: its parts take 30 characters, the rest are literals between them. */
  maxDateFormatChars: 200,
} as const
