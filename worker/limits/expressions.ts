/** Expressions that compute values (`x-transform.expr`). */
import { KB } from './units'

export const expressions = {
  /** One expression: formulas of people are lines, not pages. */
  maxChars: 10 * KB,
  /** Words of one: a chain of them is a tree as deep, which is walked by calls. */
  maxWords: 1_000,
  /** Parts within parts while it is evaluated, those of the functions that it calls too: the stack of a Worker is about 1 MB. */
  maxNesting: 1_000,
  /** Brackets within brackets: each takes a call for each precedence. */
  maxDepth: 100,
  /** Steps of one evaluation: a function that calls itself for ever ends here, in about a millisecond. */
  maxSteps: 10_000,
  /** A text that an expression makes: that of a cell (`files.maxCellChars`). */
  maxTextChars: 500_000,
} as const
