import type { Column } from './column'
import type { Box, Relation, Test } from './request'

/** Which lines are asked for. `not` is a complement: it keeps the lines that have no value. */
export type Predicate =
  | { is: 'all' | 'any'; of: readonly Predicate[] }
  | { is: 'not'; of: Predicate }
  | { is: 'test'; column: Column; test: Test }
  /** FTS5 expression over the search index. */
  | { is: 'match'; expression: string }
  /** The geometry `shape` (SQL) has a part of the box; without it, the box around the geometry does. */
  | { is: 'meets'; box: Box; shape?: string }
  /** The place of the line has a part of a geometry, or is within it: JSON of its edges, and the box around it. */
  | { is: 'relates'; relation: Relation; edges: string; box: Box; shape?: string }
  | { is: 'never' }

/** Orders lines by relevance. */
export type Ranking = {
  /** FTS5 expression that is scored; absent when no searched field is in the index. */
  expression?: string
  /** The part of it that finds the words as they were typed: what is only begun or alike has no score of its own. */
  exact?: string
  /** One per column of the search index. */
  weights: readonly number[]
  /** Each adds one when it holds: values that are not in the index. */
  boosts: readonly Predicate[]
  /** `expression` alone decides which lines match. */
  complete: boolean
  /** The lines that match are those that have a score: `expression` and `boosts` together decide. */
  covers?: boolean
}
