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
  /** The expression that is scored in its place: it matches the same lines and others. */
  scored?: string
  /** The lines in tiers, the most relevant first: not all of them are scored. */
  tiers?: readonly RankTier[]
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

/** Lines of about the same relevance. Those of the tiers before are not in it. */
export type RankTier = {
  /** FTS5 expression of the lines, and of those among them that are in a tier before. */
  expression: string
  except?: string
  /** Score of each line, to which that of the expression is added for the first lines of the tier when it is `scored`. */
  score: number
  scored: boolean
}
