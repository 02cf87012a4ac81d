import type { Column } from './column'
import type { Box, Relation, Test } from './request'

/** A condition on lines. `not` is a complement: it keeps the lines without value. */
export type Predicate =
  | { is: 'all' | 'any'; of: readonly Predicate[] }
  | { is: 'not'; of: Predicate }
  | { is: 'test'; column: Column; test: Test }
  /** FTS5 expression over the search index. */
  | { is: 'match'; expression: string }
  /** The geometry `shape` (SQL) intersects the box; without `shape`, its bounding box does. */
  | { is: 'meets'; box: Box; shape?: string }
  /** The line intersects a geometry or is within it: JSON of the edges of the geometry, and its bounding box. */
  | { is: 'relates'; relation: Relation; edges: string; box: Box; shape?: string }
  | { is: 'never' }

/** Orders lines by relevance. */
export type Ranking = {
  /** FTS5 expression that is scored; absent when no searched field is in the index. */
  expression?: string
  /** The part that matches exact words: only exact matches are scored, not prefixes and stems. */
  exact?: string
  /** One per column of the search index. */
  weights: readonly number[]
  /** Each adds 1 to the score when true: conditions on values that are not in the index. */
  boosts: readonly Predicate[]
  /** `expression` alone decides which lines match. */
  complete: boolean
  /** The matching lines are those with a score: `expression` and `boosts` together. */
  covers?: boolean
}
