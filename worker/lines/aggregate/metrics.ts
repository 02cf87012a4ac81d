import { problem } from '../../errors'
import { capable } from '../../schema/capabilities'
import { excerptOf } from '../../schema/cut-text'
import type { Field } from '../../schema/field'
import { type Metric, type MetricName, metricNames } from '../query/aggregate-request'
import { allowedOperationsText, capabilityTitles, isAggregated, isGroupable } from '../query/capability-errors'
import type { Column } from '../query/column'
import { elementSql } from '../query/sql/where'

/** Metrics over the values of a field: those that the field allows, their SQL, and their results. */

/** The metrics of a field; none when it cannot be aggregated. */
export function metricsFor(field: Field): readonly MetricName[] {
  if (!isAggregated(field)) return []
  if (field.type === 'integer' || field.type === 'number') return metricNames
  if (field.type !== 'string') return ['value_count']
  const isDate = (field.format === 'date' || field.format === 'date-time') && !field.separator
  return isDate ? metricNames : ['cardinality', 'value_count']
}

/** Refuses to group lines by a field that does not allow it. @throws `group-refused` */
export function checkGroup(field: Field): void {
  if (isGroupable(field)) return
  throw problem('group-refused', {
    field: field.key,
    capability: capabilityTitles.values,
    operations: allowedOperationsText(field),
  })
}

/** The metric by its name, when the field accepts it. @throws `aggregate-refused`, `metric-refused` */
export function checkMetric(field: Field, metric: string): MetricName {
  if (!capable(field, 'values')) {
    throw problem('aggregate-refused', {
      field: field.key,
      capability: capabilityTitles.values,
      operations: allowedOperationsText(field),
    })
  }
  const allowed = metricsFor(field).find((name) => name === metric)
  if (allowed) return allowed
  const accepted = metricsFor(field).join(', ') || '-'
  throw problem('metric-refused', { metric: excerptOf(metric), field: field.key, accepted })
}

/** The value that metrics use: dates are in ms since 1970. */
export function metricValueSql(column: Column): string {
  if (column.multiple) return column.sql
  if (column.kind === 'day') return `unixepoch(${column.sql})*1000`
  return column.instant ?? column.sql
}

/** Names in SQL of a value, of its rank among those of its bucket, and of their number. */
type Names = { value: string; rank: string; count: string }

/** The aggregates a metric needs, in the order that `figureOf` reads them. A multi-valued field is a JSON array. */
export function metricSql(requested: Metric, { value, rank, count }: Names): string[] {
  const { metric, column, percents } = requested
  if (column.multiple) return listSql(requested, value)
  switch (metric) {
    case 'value_count':
      return [`count(${value})`]
    case 'cardinality':
      return [`count(DISTINCT ${value})`]
    case 'sum':
      return [`total(${value})`]
    case 'avg':
    case 'min':
    case 'max':
      return [`${metric}(${value})`]
    case 'stats':
      return [`count(${value})`, `min(${value})`, `max(${value})`, `avg(${value})`, `total(${value})`]
    case 'percentiles': {
      const at = (percent: number, shift: number) =>
        `max(iif(${rank}=CAST(${percent}*(${count}-1)/100.0 AS INTEGER)+${shift},${value},NULL))`
      return [`count(${value})`, ...percents.flatMap((percent) => [at(percent, 1), at(percent, 2)])]
    }
  }
}

const none: Names = { value: '', rank: '', count: '' }

/** Number of the aggregates that a metric needs. */
export const aggregateCount = (metric: Metric): number => metricSql(metric, none).length

function listSql({ metric, column, percents }: Metric, value: string): string[] {
  const over = (call: string) => `(SELECT ${call}(${elementSql(column, 'e.value')}) FROM json_each(${value}) AS e)`
  const count = `total(json_array_length(${value}))`
  const [sum, min, max] = [`total(${over('total')})`, `min(${over('min')})`, `max(${over('max')})`]
  const avg = `total(${over('total')})/nullif(${count},0)`
  switch (metric) {
    case 'value_count':
      return [count]
    case 'sum':
      return [sum]
    case 'min':
      return [min]
    case 'max':
      return [max]
    case 'avg':
      return [avg]
    case 'stats':
      return [count, min, max, avg, sum]
    case 'cardinality':
    case 'percentiles':
      // A separate statement reads the elements (`grouped`).
      return metricSql({ metric, column: { ...column, multiple: false }, percents, name: '' }, none).map(() => 'NULL')
  }
}

/** Whether a metric of a multi-valued field compares all elements of a group with each other. */
export const needsElements = ({ metric, column }: Metric): boolean =>
  column.multiple && (metric === 'cardinality' || metric === 'percentiles')

type Stats = {
  count: number
  min: number | string | null
  max: number | string | null
  avg: number | null
  sum: number
}
export type Figure = number | string | null | Stats | ReadonlyArray<{ key: number; value: number | null }>

/** The figure from its aggregates. */
export function figureOf({ metric, percents }: Metric, cells: readonly unknown[]): Figure {
  const number = (at: number) => Number(cells[at] ?? 0)
  const optional = (at: number) => (typeof cells[at] === 'number' ? number(at) : null)
  switch (metric) {
    case 'value_count':
    case 'cardinality':
    case 'sum':
      return number(0)
    case 'avg':
    case 'min':
    case 'max':
      return optional(0)
    case 'stats':
      return { count: number(0), min: optional(1), max: optional(2), avg: optional(3), sum: number(4) }
    case 'percentiles':
      return percents.map((key, at) => {
        const low = optional(1 + 2 * at)
        const position = (key * (number(0) - 1)) / 100
        const high = optional(2 + 2 * at) ?? low
        if (low === null || high === null) return { key, value: null }
        return { key, value: low + (high - low) * (position - Math.floor(position)) }
      })
  }
}

/** The figure of a bucket without lines. */
export const emptyFigure = (metric: Metric): Figure => figureOf(metric, [])

export const defaultPercents: readonly number[] = [1, 5, 25, 50, 75, 95, 99]
