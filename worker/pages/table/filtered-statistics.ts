/** The statistics of a column over the rows that a search and filters find. */
import { firstStep, intervalWidth } from '../../../applications/shared/charting/first'
import type { Context } from '../../context'
import type { FieldStatistics } from '../../datasets'
import { figuresOfFields, groupLines, type OpenedLines } from '../../datasets/lines-api'
import { limits } from '../../limits'
import { capable } from '../../schema/capabilities'
import type { Field } from '../../schema/field'
import { cellKind } from './field'
import { settled } from './read'
import { linesQuery } from './state'

/** The displayed statistics of a column. */
export type ShownStatistics = Pick<
  FieldStatistics,
  'filled' | 'empty' | 'cardinality' | 'cardinalityExact' | 'frequent' | 'histogram'
> &
  Partial<Pick<FieldStatistics, 'longValues'>>

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
  const kind = cellKind(field)
  if (field['x-calculated'] || !capable(field, 'values') || kind === 'place') return undefined
  const read = await settled(readFiltered(ctx, opened, { field, params }))
  return 'value' in read ? read.value : undefined
}

async function readFiltered(
  ctx: Context,
  opened: OpenedLines,
  { field, params }: { field: Field; params: URLSearchParams },
): Promise<ShownStatistics> {
  const kind = cellKind(field)
  const query = (own: Record<string, string>) => {
    const parameters = linesQuery(params)
    for (const [name, value] of Object.entries(own)) parameters.set(name, value)
    return parameters
  }
  // A key may contain a comma: with a final semicolon the list is split at semicolons only.
  const name = `${field.key};`
  const size = String(limits.pages.foundValues)
  const groups = await groupLines(ctx, opened, query({ field: name, agg_size: size, sort: '-count' }))
  const frequent = (groups.aggs ?? []).map(({ value, total }): [string, number] => [String(value), total])
  const filled = frequent.reduce((sum, [, count]) => sum + count, 0) + (groups.total_other ?? 0)
  const found: ShownStatistics = {
    filled,
    empty: Math.max(0, groups.total - filled),
    cardinality: groups.total_values ?? frequent.length,
    cardinalityExact: true,
    frequent,
  }
  if ((kind !== 'number' && kind !== 'date' && kind !== 'date-time') || filled === 0) return found
  const figures = await figuresOfFields(ctx, opened, query({ fields: name, metrics: 'min,max' }))
  const { min, max } = figures.metrics[field.key] ?? {}
  if (!isBound(min) || !isBound(max)) return found
  const interval = intervalOf(field, min, max)
  const bars = await groupLines(ctx, opened, query({ field: name, interval: `${interval};`, sort: 'key;' }))
  const counts = (bars.aggs ?? []).map(({ total }) => total)
  return { ...found, histogram: { min, max, counts } }
}

/** The interval of about as many bars as the analysis of a file makes. */
function intervalOf(field: Field, min: number | string, max: number | string): string {
  if (typeof min === 'string' || typeof max === 'string') return firstStep(String(min), String(max))
  return String(intervalWidth({ min, max, count: limits.schema.histogramBars, isWhole: field.type === 'integer' }))
}

const isBound = (value: unknown): value is number | string => typeof value === 'number' || typeof value === 'string'
