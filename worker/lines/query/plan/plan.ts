import { limits } from '../../../limits'
import type { Column } from '../column'
import { columnOf, idSql, partColumn, withoutMore } from '../find-column'
import type { Condition, LinesRequest, SearchRequest } from '../request'
import type { LineSource } from '../source'
import type { Scalar } from '../sql-text'
import { checkedCursor, type OrderTerm } from './order'
import { outputColumns } from './projection'
import { isUnfiltered, type Selection, selectLines, tiersOf } from './selection'

/** The plan of a request: typed, without SQL statements, the same for every output format. */
export type LinesPlan = Selection & {
  run: string
  /** The database of the table; of a union, the one that merges the rows of its tables. */
  shard: number
  /** `_id` of a line, in SQL. */
  lineId: string
  /** The plans of the tables of a union, with the same order and projection. */
  parts?: readonly PartPlan[]
  /** Values of the sort keys in the last line of the previous page. */
  after?: readonly Scalar[]
  limit: number
  offset: number
  /** The page ends with the line that exceeds so many bytes. Without it, no page of this plan is that long. */
  maxBytes?: number
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
  minimalQuotes?: boolean
  useLabels?: boolean
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
  const count = union.count === 'none' ? 'none' : plans.every(isUnfiltered) ? 'metadata' : 'query'
  return { parts: plans, where: [], count }
}

/** @param isScored the score is computed even when the order of this table does not need it */
function planTable(request: LinesRequest, source: LineSource, isScored = false): LinesPlan {
  const { run, shard, count: tableCount } = source.pointer
  const selection = selectLines(request, source, isScored)
  const collapse = request.collapse === undefined ? undefined : columnOf(source, request.collapse)
  const paging = pagingOf(request, selection.order)
  const plan = {
    run,
    shard,
    lineId: idSql(source.pointer),
    tableCount,
    ...selection,
    ...(collapse ? { collapse } : {}),
    ...paging,
    ...(mayBeLong(paging.limit, source) ? { maxBytes: limits.lines.maxPageBytes } : {}),
    ...lineOutput(request, source),
  }
  return { ...plan, count: countMode(request, plan) }
}

/** Whether a page may be longer than `limits.lines.maxPageBytes`. */
const mayBeLong = (lines: number, source: LineSource): boolean =>
  lines > 1 && lines * longestLine(source) > limits.lines.maxPageBytes

/** Bytes that no line as JSON exceeds. The layout of editable lines does not bound them: a write may be longer. */
function longestLine({ pointer, fields, parts }: LineSource): number {
  if (parts) return Math.max(0, ...parts.map(longestLine))
  const { layout, longestBytes = Number.POSITIVE_INFINITY } = pointer
  if (!layout.editable) return layout.maxLineBytes
  return fields.reduce((sum, { key }) => sum + Buffer.byteLength(key) + jsonMarks, 2 * longestBytes)
}

/** Quotes, colon, comma and brackets of a member. */
const jsonMarks = 8

/** The part of the matching lines that a request reads. @throws `after-malformed` */
function pagingOf(
  { size, page, after }: LinesRequest,
  order: readonly OrderTerm[],
): Pick<LinesPlan, 'limit' | 'offset' | 'after'> {
  if (after) return { limit: size, offset: 0, after: checkedCursor(after, order) }
  // The size of an export may be Infinity, and 0 * Infinity is NaN.
  return { limit: size, offset: page === 1 ? 0 : (page - 1) * size }
}

type Output =
  | ('projection' | 'format' | 'withId' | 'separator' | 'minimalQuotes' | 'useLabels')
  | ('truncate' | 'html' | 'highlight' | 'arrays')

/** The searches of a request, with those of its conditions. Excluded words occur in no line. */
function searchesOf({ searches, conditions = [] }: Pick<LinesRequest, 'searches' | 'conditions'>): SearchRequest[] {
  const within = (condition: Condition): SearchRequest[] =>
    condition.is === 'search'
      ? [condition.search]
      : condition.is === 'all' || condition.is === 'any'
        ? condition.of.flatMap(within)
        : []
  return [...searches, ...conditions.flatMap(within)]
}

/** The columns of a line and their formats, and the bounding box of all lines. */
function lineOutput(request: LinesRequest, source: LineSource): Pick<LinesPlan, Output | 'bounds' | 'chunk' | 'fits'> {
  const { format, select, separator, minimalQuotes, useLabels, truncate, html, highlight } = request
  const { located, shaped, maxLineBytes } = source.pointer.layout
  const isGeojson = format === 'geojson'
  const isGeometric = isGeojson || format === 'pbf'
  const highlighted = format === 'json' ? highlight?.flatMap((key) => columnOf(source, key) ?? []) : undefined
  return {
    projection: outputColumns(request, source),
    format: format === 'csv' ? 'csv' : 'json',
    withId: isGeojson || !select || select.includes('_id'),
    separator,
    ...(minimalQuotes ? { minimalQuotes } : {}),
    ...(useLabels ? { useLabels } : {}),
    ...(truncate === undefined || isGeometric ? {} : { truncate }),
    html,
    ...(highlighted ? { highlight: { columns: highlighted, searches: searchesOf(request) } } : {}),
    arrays: request.arrays || isGeometric,
    ...(isGeojson ? { bounds: !located ? 'nowhere' : shaped ? 'shapes' : 'points' } : {}),
    chunk: Math.max(1, Math.min(limits.lines.chunkRows, Math.floor(limits.lines.chunkBytes / maxLineBytes))),
    fits: maxLineBytes < limits.lines.maxValueBytes,
  }
}

function countMode(
  { count, countExactly, after }: LinesRequest,
  plan: Selection & Pick<LinesPlan, 'bounds' | 'collapse'>,
): LinesPlan['count'] {
  if (!count || after) return 'none'
  if (isUnfiltered(plan)) return 'metadata'
  return !countExactly && !plan.bounds && tiersOf(plan) ? 'estimate' : 'query'
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
