import { capable } from '../../../schema/capabilities'
import type { GroupLevel, Metric } from '../aggregate-request'
import type { Column } from '../column'
import { columnOf } from '../find-column'
import type { OrderTerm } from '../plan/order'
import type { LinesPlan } from '../plan/plan'
import type { Predicate } from '../predicate'
import type { Test } from '../request'
import type { LineSource } from '../source'

/**
 * The estimated cost of a plan, in value reads: one is a comparison of a stored value (80 ns measured). An
 * upper estimate from the statistics of the fields, which assumes no index. Pure.
 */

/** Value reads per line of each operation. */
const reads = {
  value: 1,
  text: 3,
  pattern: 5,
  list: 5,
  /** Lower case by itself, and without accents: 75 replacements. */
  lower: 2,
  folded: 25,
  distance: 5,
  geometry: 10,
  /** Offsets of a time zone. */
  zone: 15,
  rank: 15,
} as const

/** Assumed selectivity of a condition when there are no statistics of the values. */
const someShare = 0.25

/** The cost of a page of lines and of their number. */
export function pageCost(plan: LinesPlan, source: LineSource): number {
  if (plan.parts) return plan.parts.reduce((sum, part) => sum + pageCost(part, part.source), 0)
  const { tableCount, order, limit, offset, count } = plan
  const [first] = order
  const isInOrder = first?.by === 'line' && plan.where.length === 0 && !plan.ranking && !plan.collapse
  if (isInOrder) return Math.min(offset + limit, tableCount)
  const { filters, matches } = matching(plan, source)
  const keys = order.reduce((sum, term) => sum + keyReads(term), 0) + (plan.collapse ? reads.rank : 0)
  const times = count === 'query' ? 2 : 1
  const boosts = (plan.ranking?.boosts ?? []).reduce((sum, boost) => sum + predicateReads(boost), 0)
  return tableCount * (filters * times + boosts * (plan.ranking?.covers ? times : 1)) + matches * keys
}

/** The cost of grouping lines, level by level, with metrics. */
export function groupsCost(
  plan: LinesPlan,
  { levels, metrics }: { levels: readonly GroupLevel[]; metrics: readonly Metric[] },
  source: LineSource,
): number {
  if (plan.parts) {
    return plan.parts.reduce((sum, part) => sum + groupsCost(part, { levels, metrics }, part.source), 0)
  }
  const { filters, matches } = matching(plan, source)
  const figures = metrics.reduce((sum, metric) => sum + metricReads(metric), 0)
  const depths = levels.length === 0 ? [figures] : levels.map((_, at) => figures + levelsReads(levels.slice(0, at + 1)))
  return plan.tableCount * filters * depths.length + matches * depths.reduce((sum, depth) => sum + depth, 0)
}

const levelsReads = (levels: readonly GroupLevel[]): number =>
  levels.reduce<number>((sum, { column, interval }) => {
    const zone = 'timeZone' in interval && interval.timeZone !== undefined ? reads.zone : 0
    return sum + reads.value + zone + (column.multiple ? reads.list : 0) + (interval.is === 'value' ? 0 : reads.text)
  }, reads.value)

function metricReads({ metric, column }: Metric): number {
  const list = column.multiple ? reads.list : 0
  if (metric === 'percentiles') return reads.rank + list
  return (metric === 'cardinality' || metric === 'stats' ? reads.pattern : reads.value) + list
}

/** Reads per line of the conditions, and the estimated number of matching lines. */
function matching(plan: LinesPlan, source: LineSource): { filters: number; matches: number } {
  const filters = plan.where.reduce((sum, predicate) => sum + predicateReads(predicate), 0)
  const match =
    plan.ranking?.covers || (plan.ranking?.complete && plan.ranking.expression !== undefined) ? someShare : 1
  const share = plan.where.reduce((product, predicate) => product * shareOf(predicate, source), match)
  return { filters: Math.max(filters, 1), matches: plan.tableCount * share }
}

function predicateReads(predicate: Predicate): number {
  switch (predicate.is) {
    case 'all':
    case 'any':
      return predicate.of.reduce((sum, part) => sum + predicateReads(part), 0)
    case 'not':
      return predicateReads(predicate.of)
    case 'test':
      return testReads(predicate.column, predicate.test)
    case 'meets':
      return reads.value + (predicate.shape === undefined ? 0 : reads.geometry)
    case 'relates':
      return reads.value + reads.geometry
    case 'match':
      return reads.value
    case 'never':
      return 0
  }
}

function testReads(column: Column, test: Test): number {
  const value = column.multiple ? reads.list : columnReads(column)
  switch (test.op) {
    case 'ranges':
      return value + test.ranges.length
    case 'contains':
      return value + reads.text
    case 'pattern':
      return value + reads.pattern
    case 'both':
      return value + reads.value
    default:
      return value
  }
}

/** A value that is computed for each line. */
function columnReads({ sql }: Column): number {
  if (sql.includes('replace(')) return reads.folded
  return sql.includes('asin(') ? reads.distance : reads.value
}

function keyReads({ by, column }: OrderTerm): number {
  if (by === 'line' || by === 'score') return 0
  const value = column.multiple ? reads.list : columnReads(column)
  return by === 'folded' ? value + (column.ascii ? reads.lower : reads.folded) : value
}

function shareOf(predicate: Predicate, source: LineSource): number {
  switch (predicate.is) {
    case 'all':
      return predicate.of.reduce((product, part) => product * shareOf(part, source), 1)
    case 'any':
      return Math.min(
        1,
        predicate.of.reduce((sum, part) => sum + shareOf(part, source), 0),
      )
    case 'not':
      return 1
    case 'never':
      return 0
    case 'match':
    case 'meets':
    case 'relates':
      return someShare
    case 'test':
      return testShare(predicate.column, predicate.test, source)
  }
}

function testShare({ key, required }: Column, test: Test, { fields }: LineSource): number {
  if (test.op === 'exists') return 1
  const distinct = fields.find((field) => field.key === key)?.['x-cardinality'] ?? (required ? undefined : 4)
  const equalShare = required && distinct === undefined ? 0 : 1 / Math.max(1, distinct ?? 4)
  if (test.op === 'eq') return equalShare
  return test.op === 'in' ? Math.min(1, equalShare * test.values.length) : someShare
}

/** The fields with the most distinct values: a filter on them is the most selective. */
export function helpfulFields(source: LineSource): string[] {
  return source.fields
    .filter((field) => !field['x-calculated'] && columnOf(source, field.key)?.multiple === false)
    .filter((field) => capable(field, 'index') && (field['x-cardinality'] ?? 0) > 1)
    .toSorted((one, other) => (other['x-cardinality'] ?? 0) - (one['x-cardinality'] ?? 0))
    .slice(0, 3)
    .map(({ key }) => key)
}
