/** Expressions that compute values (`x-transform.expr`). */
import { KB } from './units'

export const expressions = {
  /** One expression: formulas of people are lines, not pages. */
  maxChars: 10 * KB,
  /** Brackets within brackets, and calls within calls: the stack of a Worker is about 1 MB. */
  maxDepth: 100,
  /** Steps of one evaluation: a function that calls itself for ever ends here, in about a millisecond. */
  maxSteps: 10_000,
  /** A text that an expression makes: that of a cell (`files.maxCellChars`). */
  maxTextChars: 500_000,
} as const
