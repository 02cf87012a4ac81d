import type { Column } from '../column'
import type { Predicate, Ranking, RankTier } from '../predicate'
import type { OrderTerm } from './order'

/** The tiers of a plan that is ordered by them alone. */
export function tiersOf({
  ranking,
  where,
  order,
  collapse,
}: {
  ranking?: Ranking
  where: readonly Predicate[]
  order: readonly OrderTerm[]
  collapse?: Column
}): readonly RankTier[] | undefined {
  const [score, line] = order
  const isByScore = score?.by === 'score' && score.descending && line?.by === 'line' && !line.descending
  return isByScore && where.length === 0 && !collapse ? ranking?.tiers : undefined
}
