import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { compileSearch } from '../../search/search'
import type { Column } from '../column'
import { columnOf, idSql, partColumn, withoutMore } from '../columns'
import { tileBox } from '../parse/geo'
import type { Predicate, Ranking } from '../predicate'
import type { Condition, LinesRequest, SearchRequest } from '../request'
import type { LineSource } from '../source'
import type { Scalar } from '../text'
import { boxPredicate } from './bounding-box'
import { filterPredicate, predicateOf } from './conditions'
import { type OrderTerm, orderOf } from './order'
import { projectionOf } from './projection'
import { tiersOf } from './tiers'

/** The plan of a request: typed, without SQL statements, the same for every output format. */
export type LinesPlan = {
  run: string
  /** The database of the table; of a union, the one that merges the rows of its tables. */
  shard: number
  /** `_id` of a line, in SQL. */
  lineId: string
  /** The plans of the tables of a union, with the same order and projection. */
  parts?: readonly PartPlan[]
  /** Conditions that must all hold. The search is one of them unless the ranking joins the full-text index, which applies it. */
  where: readonly Predicate[]
  /** Present when the order contains the score. */
  ranking?: Ranking
  order: readonly OrderTerm[]
  /** Values of the sort keys in the last line of the previous page. */
  after?: readonly Scalar[]
  limit: number
  offset: number
  /**
   * The score only orders lines whose keys before it (`after` of them) are equal, which is rare. SQLite orders by
   * these keys alone, so that it computes the score of the lines of the page only; `settleTies` orders the ties.
   */
  ties?: { after: number }
  /** `metadata`: no line is filtered out, so the total is `tableCount`; `estimate`: a large number of matches is estimated. */
  count: 'metadata' | 'query' | 'estimate' | 'none'
  tableCount: number
  /** How SQLite writes each line; the other formats are converted from JSON. */
  format: 'json' | 'csv'
  /** Compute the bounding box of all matching lines. */
  bounds?: 'points' | 'shapes' | 'nowhere'
  /** Keep only the first line of each value of this column. */
  collapse?: Column
  /** In the order of the output, without the `_score` and `_id` of JSON. */
  projection: readonly Column[]
  withId: boolean
  separator: string
  truncate?: number
  /** How Markdown is rendered: see `LinesRequest`. */
  html: LinesRequest['html'] | undefined
  /** The columns to highlight, and the searches whose words are marked. */
  highlight?: { columns: readonly Column[]; searches: readonly SearchRequest[] }
  arrays: boolean
  /** SQLite joins at most this many lines in one row of the result (`PageStatement`). */
  chunk: number
  /** The longest line fits in one value of D1. */
  fits: boolean
}

/** The plan over one table of a union; `index` is its position there. */
export type PartPlan = LinesPlan & { source: LineSource; index: number }

/** Whether the tables of a union are in several databases. */
export const isScattered = ({ shard, parts }: LinesPlan): boolean =>
  parts?.some((part) => part.shard !== shard) ?? false

/**
 * Plans a request over a source of lines.
 *
 * @throws Problem 400 `after-malformed` when the cursor does not suit the order
 */
export function planLines(request: LinesRequest, source: LineSource): LinesPlan {
  const plan = planTable(request, source)
  if (source.parts) return { ...plan, ...planParts(plan, request, source) }
  const ties = rareTies(plan, request, source)
  return ties ? { ...plan, ties } : plan
}

/** The `ties` of a plan: when the score is not the first key, on a first page that is read row by row. */
function rareTies(
  { order, ranking, limit, offset, format, tableCount }: LinesPlan,
  { after, collapse }: LinesRequest,
  { fields }: LineSource,
): LinesPlan['ties'] {
  const at = order.findIndex(({ by }) => by === 'score')
  if (at < 1 || !ranking?.complete || after || collapse || offset > 0) return undefined
  if (format !== 'json' || limit > limits.lines.rowByRow) return undefined
  const distinct = fields.find(({ key }) => key === order[0]?.column.key)?.['x-cardinality']
  return typeof distinct === 'number' && distinct * limits.lines.fewTied >= tableCount ? { after: at } : undefined
}

/** The plans of the tables of a union. Each reads as many lines as the page may need. */
function planParts(
  union: LinesPlan,
  { after: _, ...request }: LinesRequest,
  { parts = [], thumbnailAddress }: LineSource,
): Pick<LinesPlan, 'parts' | 'where' | 'count'> {
  const plans = parts.map((source, index): PartPlan => {
    const partPlan = planTable(
      { ...request, page: 1 },
      thumbnailAddress ? { ...source, thumbnailAddress } : source,
      union.order.some(({ by }) => by === 'score'),
    )
    const byKey = new Map(partPlan.projection.map((column) => [column.key, column]))
    const { collapse, highlight } = union
    return {
      ...partPlan,
      source,
      index,
      order: union.order.map((term) => ({ ...term, column: partColumn(term.column, source) })),
      projection: union.projection.map((column) => withoutMore(byKey.get(column.key)) ?? { ...column, sql: 'NULL' }),
      limit: union.offset + union.limit,
      ...(union.after ? { after: union.after } : {}),
      ...(collapse ? { collapse: partColumn(collapse, source) } : {}),
      ...(highlight
        ? { highlight: { ...highlight, columns: highlight.columns.map((column) => partColumn(column, source)) } }
        : {}),
    }
  })
  const isUnfiltered = plans.every(({ where, ranking }) => where.length === 0 && !decides(ranking))
  return { parts: plans, where: [], count: union.count === 'none' ? 'none' : isUnfiltered ? 'metadata' : 'query' }
}

/** @param scores compute the score even when the order of this table does not need it */
function planTable(request: LinesRequest, source: LineSource, scores = false): LinesPlan {
  const { layout, run, shard, count: tableCount } = source.pointer
  const requested: Predicate[] = [
    ...request.filters.map((filter) => filterPredicate(filter, source)),
    ...(request.conditions ?? []).map((condition) => predicateOf(condition, source)),
    ...(request.tile ? [boxPredicate(tileBox(request.tile), source)] : []),
  ]
  const searches = request.searches.map((search) => ({ search, ...compileSearch(search, source) }))
  const wantsScore = request.sort.some(({ key }) => key === '_score')
  const queried =
    wantsScore && searches.length === 0 ? conditionsRanking(request.conditions ?? [], requested, source) : undefined
  const scoring = searches.find(({ search }) => search.ranked) ?? (wantsScore ? searches[0] : undefined)
  const order = orderOf(request.sort, source, {
    scored: scoring !== undefined || queried !== undefined,
    ranked: scoring?.search.ranked === true,
    near: request.near,
  })
  const isRanked = scores || order.some(({ by }) => by === 'score')
  for (const search of searches) {
    if (!(isRanked && search === scoring && decides(search.ranking))) requested.push(search.where)
  }
  const ranking = isRanked ? (scoring?.ranking ?? queried) : undefined
  const where = [...requested, ...(source.where ?? [])]
  const isUnfiltered = where.length === 0 && !decides(ranking)
  const follows = request.after !== undefined
  const plan: LinesPlan = {
    run,
    shard,
    lineId: idSql(source.pointer),
    where,
    order,
    limit: request.size,
    // The size of an export may be Infinity, and 0 * Infinity is NaN.
    offset: follows || request.page === 1 ? 0 : (request.page - 1) * request.size,
    count: follows || !request.count ? 'none' : isUnfiltered ? 'metadata' : 'query',
    tableCount,
    format: request.format === 'csv' ? 'csv' : 'json',
    projection: projectionOf(request, source),
    withId: request.format === 'geojson' || !request.select || request.select.includes('_id'),
    separator: request.separator,
    arrays: request.arrays || request.format === 'geojson' || request.format === 'pbf',
    html: request.html,
    chunk: Math.max(1, Math.min(limits.lines.chunkRows, Math.floor(limits.lines.chunkBytes / layout.maxLineBytes))),
    fits: layout.maxLineBytes < limits.lines.maxValueBytes,
  }
  if (ranking) plan.ranking = ranking
  if (request.format === 'geojson') plan.bounds = !layout.located ? 'nowhere' : layout.shaped ? 'shapes' : 'points'
  if (request.after) plan.after = cursorOf(request.after, order)
  if (request.highlight && request.format === 'json') {
    const columns = request.highlight.flatMap((key) => columnOf(source, key) ?? [])
    plan.highlight = { columns, searches: request.searches }
  }
  const collapse = request.collapse === undefined ? undefined : columnOf(source, request.collapse)
  if (collapse) plan.collapse = collapse
  const isEstimated = plan.count === 'query' && !request.countExactly && !plan.bounds && tiersOf(plan)
  if (isEstimated) plan.count = 'estimate'
  if (request.truncate !== undefined && request.format !== 'geojson' && request.format !== 'pbf')
    plan.truncate = request.truncate
  return plan
}

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

/** Checks a cursor: one value per key, of the type of the key; the line number is never NULL. */
function cursorOf(after: readonly Scalar[], order: readonly OrderTerm[]): readonly Scalar[] {
  const suits =
    after.length === order.length &&
    order.every(({ by, column }, at) => {
      const value = after[at]
      if (value === null) return by !== 'line' && by !== 'score' && !column.required
      const isText = by === 'folded' || by === 'raw' || (by === 'value' && column.kind === 'day')
      return typeof value === (isText ? 'string' : 'number')
    })
  if (!suits) throw problem('after-malformed')
  return after
}

/**
 * A plan for statements that count and group: searches are conditions in `where`, lines are in the order of the table, and no
 * column is shown. The columns of a union of 1,000 fields take longer to look up than the groups of one field.
 *
 * @param shows whether the columns of the request are shown all the same
 */
export function unrankedPlan(request: LinesRequest, source: LineSource, shows = false): LinesPlan {
  const searches = request.searches.map((search) => ({ ...search, ranked: false }))
  const sort = [{ key: '_i', descending: false }]
  return planLines({ ...request, searches, sort, count: true, ...(shows ? {} : { select: [] }) }, source)
}
