/** Statistics of fields, and their validation rules. */
import { MIB } from '../units'

export const schema = {
  /** Distinct values counted exactly per field; beyond, the count is a sketch. */
  maxTrackedValues: 3_000,
  /** Distinct values counted exactly over all fields of one dataset: bounds the memory of an analysis. */
  maxTrackedValuesInAll: 200_000,
  /** References (`$ref`) from one to the next in a JSON document, which may be circular. */
  maxReferences: 20,
  /** Characters of a value that the text of an error quotes. */
  maxExcerptChars: 200,
  /** Longer values are neither filterable exactly nor counted. */
  maxFilterableChars: 200,
  /** Distinct values of a field with an `enum`. */
  maxEnum: 50,
  /** Share of lines with a value that a field with an `enum` needs. */
  minEnumShare: 0.2,
  /** Most frequent values stored for display. */
  maxFrequent: 10,
  /** Cells after which a text column of which most values have no other type is no longer compared with types. */
  nearTypeTrial: 1_000,
  /** Values that a type does not have, quoted to who chooses it. */
  nearTypeSamples: 10,
  /** Share of invalid values up to which the review names the type that a text column nearly has. */
  nearTypeHintShare: 0.25,
  /** Invalid values that it quotes. */
  nearTypeHintSamples: 3,
  /** Rows of one header: groups, their parts, and the names. */
  maxHeaderRows: 5,
  /** Rows at the end of a file that may be totals and notes. */
  maxFooterRows: 10,
  /** Bars of a field's histogram. */
  histogramBars: 20,
  /** Bars of whole numbers, days or months: those of a month or of two years at most. */
  minDiscreteBars: 10,
  maxDiscreteBars: 31,
  /** Bins of the streaming histogram behind the bars: 8 kB per numeric or date field. */
  histogramBins: 1_024,
  /** Bins of a column of numbers by magnitude: 64 for each power of two that its values have. */
  maxMagnitudes: 4_096,
  /** Cached day offsets of one time zone: 27 years, about 1 MB. */
  maxZoneDays: 10_000,
  /** Log2 of the registers of the distinct-value sketch: 1,024 bytes, 3 % standard error. */
  sketchBits: 10,
  /** The key of a column: slugs of headers, which have `files.maxHeaderChars`. */
  maxKeyChars: 1_000,
  /** One `pattern`. */
  maxPatternChars: 1_000,
  /**
   * Characters, classes, assertions, alternatives and quantifiers of one `pattern`, its repetitions expanded. The
   * worst pattern of this size takes 40 µs per character (measured): 10 s for a chunk of a file (`files.chunkBytes`).
   */
  maxPatternSteps: 500,
  /** The same for all fields of a dataset: about 250 bytes of memory each. */
  maxPatternStepsInAll: 10_000,
  /** Memory of the cached matcher states of one pattern, and of a dataset; a Worker has 128 MB. */
  patternStatesBytes: 1 * MIB,
  patternStatesBytesInAll: 16 * MIB,
  /** Characters of a date format: its parts take 30 characters, the rest are literals. */
  maxDateFormatChars: 200,
} as const
