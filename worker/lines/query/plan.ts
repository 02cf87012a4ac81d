import { problem } from '../../errors'
import { limits } from '../../limits'
import { compileSearch } from '../search'
import type { LineSource } from '../source'
import { type Column, columnOf } from './columns'
import { type OrderTerm, orderOf } from './order'
import type { Predicate, Ranking } from './predicate'
import type { LinesRequest } from './request'
import type { Scalar } from './text'

/** What will be read: typed, free of SQL statements, the same for every output format. */
export type LinesPlan = {
  run: string
  /** All must hold. What a complete ranking already decides is not repeated. */
  where: readonly Predicate[]
  /** Present when the order contains the score. */
  ranking?: Ranking
  order: readonly OrderTerm[]
  /** Values of the order's keys in the last line of the page before. */
  after?: readonly Scalar[]
  limit: number
  offset: number
  /** `metadata`: every line is meant, and their number is `known`. */
  count: 'metadata' | 'query' | 'none'
  known: number
  format: 'json' | 'csv'
  /** In the order of the output; `_score` and `_id` of JSON are apart. */
  projection: readonly Column[]
  withId: boolean
  separator: string
  truncate?: number
  arrays: boolean
  /** Lines that one answer row may hold. */
  chunk: number
  /** One line is sure to fit in one value. */
  fits: boolean
}

/**
 * Plans a request over a table.
 *
 * @throws Problem 400 `after-malformed` when the cursor does not suit the order
 */
export function planLines(request: LinesRequest, source: LineSource): LinesPlan {
  const { layout, run, count: known } = source.pointer
  const where: Predicate[] = request.filters.flatMap(({ key, not, test }) => {
    const column = columnOf(source, key)
    const predicate: Predicate = column ? { is: 'test', column, test } : { is: 'never' }
    return [not ? { is: 'not' as const, of: predicate } : predicate]
  })
  const searches = request.searches.map((search) => ({ search, ...compileSearch(search, source) }))
  const wantsScore = request.sort.some(({ key }) => key === '_score')
  const scoring = searches.find(({ search }) => search.ranked) ?? (wantsScore ? searches[0] : undefined)
  const order = orderOf(request.sort, source, {
    scored: scoring !== undefined,
    ranked: scoring?.search.ranked === true,
  })
  const isRanked = order.some(({ by }) => by === 'score')
  for (const search of searches) {
    if (!(isRanked && search === scoring && search.ranking.complete)) where.push(search.where)
  }
  const ranking = isRanked ? scoring?.ranking : undefined
  const isWhole = where.length === 0 && !ranking?.complete
  const follows = request.after !== undefined
  const plan: LinesPlan = {
    run,
    where,
    order,
    limit: request.size,
    offset: follows ? 0 : (request.page - 1) * request.size,
    count: follows || !request.count ? 'none' : isWhole ? 'metadata' : 'query',
    known,
    format: request.format,
    projection: projectionOf(request, source),
    withId: !request.select || request.select.includes('_id'),
    separator: request.separator,
    arrays: request.arrays,
    chunk: Math.max(1, Math.min(limits.lines.chunkRows, Math.floor(limits.lines.chunkBytes / layout.maxLineBytes))),
    fits: layout.maxLineBytes < limits.lines.maxValueBytes,
  }
  if (ranking) plan.ranking = ranking
  if (request.after) plan.after = cursorOf(request.after, order)
  if (request.truncate !== undefined) plan.truncate = request.truncate
  return plan
}

/** Fields that JSON shows only when they are named (contract lines §0.4). */
const onDemand: ReadonlySet<string> = new Set(['_geoshape', '_geocorners'])

function projectionOf({ format, select }: LinesRequest, source: LineSource): Column[] {
  const schema = source.fields.map(({ key }) => key)
  const toColumns = (keys: readonly string[]): Column[] => keys.flatMap((key) => columnOf(source, key) ?? [])
  if (format === 'csv') {
    return toColumns(select ?? source.fields.filter((field) => !field['x-calculated']).map(({ key }) => key))
  }
  const hidden = new Set(['_id', '_score'])
  const system = ['_i', '_rand'].filter((key) => !schema.includes(key))
  return toColumns(
    [...schema, ...system].filter((key) => !hidden.has(key) && (select ? select.includes(key) : !onDemand.has(key))),
  )
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
