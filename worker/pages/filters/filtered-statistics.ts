/** The statistics of a column over the rows that a search and filters find. */
import { firstStep, intervalWidth } from '../../../applications/shared/charting/first-chart'
import type { Context } from '../../context'
import type { FieldStatistics } from '../../datasets'
import { figuresOfFields, groupLines, type OpenedLines } from '../../datasets/lines-api'
import { limits } from '../../limits'
import { capable } from '../../schema/capabilities'
import type { Field } from '../../schema/field'
import { cellKind } from '../table/field'
import { resultOf } from '../table/read-table'
import { linesQuery } from '../table/state'

/** The displayed statistics of a column. */
export type ShownStatistics = Pick<
  FieldStatistics,
  'filled' | 'empty' | 'cardinality' | 'cardinalityExact' | 'frequent' | 'histogram'
> &
  Partial<Pick<FieldStatistics, 'longValues' | 'sum'>>

/**
 * Reads the statistics of one column over the rows found, in at most three queries, each of which is refused when it costs
 * too much.
 *
 * @returns undefined for columns that cannot be grouped, and for queries that are refused
 */
export async function filteredStatistics(
  ctx: Context,
  opened: OpenedLines,
  { field, params }: { field: Field; params: URLSearchParams },
): Promise<ShownStatistics | undefined> {
  if (!isGrouped(field)) return undefined
  const read = await resultOf(readFiltered(ctx, opened, { field, params }))
  return 'value' in read ? read.value : undefined
}

/** The frequent values of a column over the rows found, without its distribution. @returns as `filteredStatistics` */
export async function filteredValues(
  ctx: Context,
  opened: OpenedLines,
  reading: Reading,
): Promise<ShownStatistics | undefined> {
  if (!isGrouped(reading.field)) return undefined
  const read = await resultOf(readValues(ctx, opened, reading))
  return 'value' in read ? read.value : undefined
}

const isGrouped = (field: Field): boolean =>
  !field['x-calculated'] && capable(field, 'values') && cellKind(field) !== 'place'

/** `size`: the number of frequent values. */
type Reading = { field: Field; params: URLSearchParams; size?: number }

/** The parameters of the rows found, with others. */
function queryOf({ params }: Reading, own: Record<string, string>): URLSearchParams {
  const parameters = linesQuery(params)
  for (const [name, value] of Object.entries(own)) parameters.set(name, value)
  return parameters
}

/** A key may contain a comma: with a final semicolon the list is split at semicolons only. */
const listed = ({ field }: Reading): string => `${field.key};`

async function readValues(ctx: Context, opened: OpenedLines, reading: Reading): Promise<ShownStatistics> {
  const size = reading.size ?? limits.pages.foundValues
  const query = queryOf(reading, { field: listed(reading), agg_size: String(size), sort: '-count' })
  const groups = await groupLines(ctx, opened, query)
  const frequent = (groups.aggs ?? []).map(({ value, total }): [string, number] => [String(value), total])
  const filled = frequent.reduce((sum, [, count]) => sum + count, 0) + (groups.total_other ?? 0)
  return {
    filled,
    empty: Math.max(0, groups.total - filled),
    cardinality: groups.total_values ?? frequent.length,
    cardinalityExact: true,
    frequent,
  }
}

async function readFiltered(ctx: Context, opened: OpenedLines, reading: Reading): Promise<ShownStatistics> {
  const { field } = reading
  const kind = cellKind(field)
  const name = listed(reading)
  const found = await readValues(ctx, opened, reading)
  if ((kind !== 'number' && kind !== 'date' && kind !== 'date-time') || found.filled === 0) return found
  const figures = await figuresOfFields(ctx, opened, queryOf(reading, { fields: name, metrics: 'min,max,sum' }))
  const { min, max, sum } = figures.metrics[field.key] ?? {}
  if (!isBound(min) || !isBound(max)) return found
  const interval = intervalOf(field, min, max)
  const bars = await groupLines(ctx, opened, queryOf(reading, { field: name, interval: `${interval};`, sort: 'key;' }))
  const counts = (bars.aggs ?? []).map(({ total }) => total)
  return { ...found, histogram: { min, max, counts }, ...(typeof sum === 'number' ? { sum } : {}) }
}

/** The interval of about as many bars as the analysis of a file makes. */
function intervalOf(field: Field, min: number | string, max: number | string): string {
  if (typeof min === 'string' || typeof max === 'string') return firstStep(String(min), String(max))
  return String(intervalWidth({ min, max, count: limits.schema.histogramBars, isWhole: field.type === 'integer' }))
}

const isBound = (value: unknown): value is number | string => typeof value === 'number' || typeof value === 'string'
