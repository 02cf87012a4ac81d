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

/** What will be read: typed, free of SQL statements, the same for every output format. */
export type LinesPlan = {
  run: string
  /** `_id` of a line, in SQL. */
  lineId: string
  /** The lines are those of several tables: a plan for each, of the same order and projection. */
  parts?: readonly PartPlan[]
  /** All must hold. What a complete ranking already decides is not repeated. */
  where: readonly Predicate[]
  /** Present when the order contains the score. */
  ranking?: Ranking
  order: readonly OrderTerm[]
  /** Values of the order's keys in the last line of the page before. */
  after?: readonly Scalar[]
  limit: number
  offset: number
  /**
   * The score only decides between lines whose keys before it (`after` of them) are equal, which is rare: SQLite orders by
   * these alone, so that it computes the score of the lines it keeps and of no other; `lines/ties` does the rest.
   */
  ties?: { after: number }
  /** `metadata`: every line is meant, and their number is `known`. */
  count: 'metadata' | 'query' | 'none'
  tableCount: number
  /** How each line is written; the other formats are made of the JSON. */
  format: 'json' | 'csv'
  /** The box around all lines that match is wanted. */
  bounds?: 'points' | 'shapes' | 'nowhere'
  /** Only the first line of each value of this column is wanted. */
  collapse?: Column
  /** In the order of the output; `_score` and `_id` of JSON are apart. */
  projection: readonly Column[]
  withId: boolean
  separator: string
  truncate?: number
  /** HTML is cut like texts are. */
  cutHtml: boolean
  /** What is shown in extracts, and the searches whose words are marked. */
  highlight?: { columns: readonly Column[]; searches: readonly SearchRequest[] }
  arrays: boolean
  /** Lines that one answer row may hold. */
  chunk: number
  /** One line is sure to fit in one value. */
  fits: boolean
}

export type PartPlan = LinesPlan & { source: LineSource }

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

/** Whether the score decides between few lines, on a first page that is written line by line. */
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

/** The same request over each table of several: as many lines as the whole may need of it. */
function planParts(
  union: LinesPlan,
  { after: _, ...request }: LinesRequest,
  { parts = [], thumbnailAddress }: LineSource,
): Pick<LinesPlan, 'parts' | 'where' | 'count'> {
  const plans = parts.map((source): PartPlan => {
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

/** @param scores each line has its score, though the order of this table alone would not need it */
function planTable(request: LinesRequest, source: LineSource, scores = false): LinesPlan {
  const { layout, run, count: tableCount } = source.pointer
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
    lineId: idSql(source.pointer),
    where,
    order,
    limit: request.size,
    // An export has no end, and nothing times that is no number.
    offset: follows || request.page === 1 ? 0 : (request.page - 1) * request.size,
    count: follows || !request.count ? 'none' : isUnfiltered ? 'metadata' : 'query',
    tableCount,
    format: request.format === 'csv' ? 'csv' : 'json',
    projection: projectionOf(request, source),
    withId: request.format === 'geojson' || !request.select || request.select.includes('_id'),
    separator: request.separator,
    arrays: request.arrays || request.format === 'geojson' || request.format === 'pbf',
    cutHtml: request.html === 'cut',
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
  if (request.truncate !== undefined && request.format !== 'geojson' && request.format !== 'pbf')
    plan.truncate = request.truncate
  return plan
}

/** Whether a ranking says which lines match, so that no condition needs to. */
const decides = (ranking: Ranking | undefined): boolean =>
  ranking !== undefined && (ranking.complete || ranking.covers === true)

/** The relevance of lines to the words of `qs`; what it asks for besides counts one. */
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

/** A cursor has one value per key, of the type of the key; a line number is never missing. */
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

/** The lines that a request is about, as a plan that no ranking has taken a condition out of. */
export function unrankedPlan(request: LinesRequest, source: LineSource): LinesPlan {
  const searches = request.searches.map((search) => ({ ...search, ranked: false }))
  return planLines({ ...request, searches, sort: [{ key: '_i', descending: false }], count: true }, source)
}
