/** The lines that a request selects of one table, and their order. */
import { compileSearch } from '../../search/compile-search'
import type { Column } from '../column'
import { tileBox } from '../parse/geo'
import type { Predicate, Ranking, RankTier } from '../predicate'
import type { Condition, LinesRequest, SearchRequest } from '../request'
import type { LineSource } from '../source'
import { boxPredicate } from './bounding-box'
import { filterPredicate, predicateOf } from './conditions'
import { type OrderTerm, orderOf } from './order'

export type Selection = {
  /** Conditions that must all hold. The search is one of them unless the ranking joins the full-text index, which applies it. */
  where: readonly Predicate[]
  /** Present when the order contains the score. */
  ranking?: Ranking
  order: readonly OrderTerm[]
}

/** @param isScored the score is computed even when the order does not need it */
export function selectLines(request: LinesRequest, source: LineSource, isScored: boolean): Selection {
  const conditions = requestedConditions(request, source)
  const searches = request.searches.map((search) => ({ search, ...compileSearch(search, source) }))
  const wantsScore = request.sort.some(({ key }) => key === '_score')
  const scoring = searches.find(({ search }) => search.ranked) ?? (wantsScore ? searches[0] : undefined)
  const ranking =
    scoring?.ranking ?? (wantsScore ? conditionsRanking(request.conditions ?? [], conditions, source) : undefined)
  const order = orderOf(request.sort, source, {
    scored: ranking !== undefined,
    ranked: scoring?.search.ranked === true,
    near: request.near,
  })
  const isRanked = isScored || order.some(({ by }) => by === 'score')
  const joined = isRanked && decides(ranking) ? scoring : undefined
  const searched = searches.filter((search) => search !== joined).map(({ where }) => where)
  const where = [...conditions, ...searched, ...(source.where ?? [])]
  return { where, order, ...(isRanked && ranking ? { ranking } : {}) }
}

/** The conditions of a request other than its searches. */
const requestedConditions = ({ filters, conditions = [], tile }: LinesRequest, source: LineSource): Predicate[] => [
  ...filters.map((filter) => filterPredicate(filter, source)),
  ...conditions.map((condition) => predicateOf(condition, source)),
  ...(tile ? [boxPredicate(tileBox(tile), source)] : []),
]

/** Whether all lines of the table are selected. */
export const isUnfiltered = ({ where, ranking }: Pick<Selection, 'where' | 'ranking'>): boolean =>
  where.length === 0 && !decides(ranking)

/** Whether a ranking already selects the matching lines. */
const decides = (ranking: Ranking | undefined): boolean =>
  ranking !== undefined && (ranking.complete || ranking.covers === true)

/** The ranking by the words of `qs`; its other conditions add 1 to the score. */
function conditionsRanking(
  conditions: readonly Condition[],
  where: readonly Predicate[],
  source: LineSource,
): Ranking | undefined {
  const rankings = conditions.flatMap(searchesOf).map((search) => compileSearch(search, source).ranking)
  const [first] = rankings
  if (!first) return undefined
  const expressions = rankings.flatMap(({ expression }) => expression ?? [])
  const ranking: Ranking = { weights: first.weights, boosts: [{ is: 'all', of: where }], complete: false }
  return expressions.length === 0 ? ranking : { ...ranking, expression: expressions.join(' OR ') }
}

function searchesOf(condition: Condition): SearchRequest[] {
  if (condition.is === 'search') return [condition.search]
  return condition.is === 'all' || condition.is === 'any' ? condition.of.flatMap(searchesOf) : []
}

/** The tiers of a selection that is ordered by them alone. */
export function tiersOf({
  ranking,
  where,
  order,
  collapse,
}: Selection & { collapse?: Column }): readonly RankTier[] | undefined {
  const [score, line] = order
  const isByScore = score?.by === 'score' && score.descending && line?.by === 'line' && !line.descending
  return isByScore && where.length === 0 && !collapse ? ranking?.tiers : undefined
}
