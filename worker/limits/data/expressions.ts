/** Expressions that compute values (`x-transform.expr`). */
import { KB } from '../units'

export const expressions = {
  /** Characters of one expression: real formulas are a few lines. */
  maxChars: 10 * KB,
  /** Tokens of one expression: a chain of operators is a tree of the same depth, walked recursively. */
  maxTokens: 1_000,
  /** Depth of the evaluation, with the functions that it calls: the stack of a Worker is about 1 MB. */
  maxNesting: 1_000,
  /** Nested brackets: each takes one call per precedence level. */
  maxDepth: 100,
  /** Steps of one evaluation: an infinite recursion stops here, after about a millisecond. */
  maxSteps: 10_000,
  /** Characters of a text that an expression returns: those of a cell (`files.maxCellChars`). */
  maxTextChars: 500_000,
  /** Width to which `PAD_LEFT` and `PAD_RIGHT` fill a text. */
  maxPadChars: 10_000,
} as const
