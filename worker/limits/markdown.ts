/** Markdown: rendering is bounded so that a hostile text cannot occupy an isolate. */
import { KB, MIB } from './units'

export const markdown = {
  /** A text that is rendered, or saved as a description: a long README. The slowest one of this length takes 0.3 s (measured). */
  maxChars: 50 * KB,
  /** An address that becomes a link by itself: browsers and search engines take 2,000 characters. */
  maxAddressChars: 2_000,
  /** Blocks within each other, as in the CommonMark preset of markdown-it: each level reads its lines once more. */
  maxNesting: 20,
  /** Cells of the tables of a text, counted as lines × columns: a short line is completed with empty cells. */
  maxTableCells: 10_000,
  /** HTML of one text: ten times the longest text. */
  maxHtmlChars: 500 * KB,
  /** Characters of markup and table cells that one answer renders: at 4 µs each, a second at most (measured). */
  maxAnswerMarks: 200 * KB,
  /** Rendered descriptions that an isolate remembers: an isolate has 128 MB. */
  cacheBytes: 4 * MIB,
} as const
