/** Markdown: rendering is bounded so that a hostile text cannot occupy an isolate. */
import { KB, MIB } from '../units'

export const markdown = {
  /** Characters of a text that is rendered, or saved as a description: a long README. The slowest one takes 0.3 s (measured). */
  maxChars: 50 * KB,
  /** Longest URL that becomes a link: browsers and search engines accept 2,000 characters. */
  maxAddressChars: 2_000,
  /** Nested blocks, as in the CommonMark preset of markdown-it: each level reads its lines once more. */
  maxNesting: 20,
  /** Cells of the tables of a text, counted as lines × columns: short rows are completed with empty cells. */
  maxTableCells: 10_000,
  /** HTML of one text: ten times the longest text. */
  maxHtmlChars: 500 * KB,
  /** Characters of markup and table cells that one response renders: at 4 µs each, a second at most (measured). */
  maxAnswerMarks: 200 * KB,
  /** Rendered descriptions in the cache of an isolate, which has 128 MB. */
  cacheBytes: 4 * MIB,
} as const
