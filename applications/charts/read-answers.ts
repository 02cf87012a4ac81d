/** Reads the responses of the API that charts are drawn from, and names what they show (metrics, ranges, other values). Pure. */
import type { Metric } from '../shared/charting/chart'
import type { Bucket, Buckets, Rows, Wording } from '../shared/charting/chart-data'
import { metricIn } from '../shared/charting/queries'
import { finiteNumber, listOf, objectOf } from '../shared/json'
import { type Formats, interpolate } from '../shared/locale'
import type { ChartMessages } from './messages'

/** The answer of `values_agg`. */
export function readBuckets(body: unknown, metric: Metric = { name: 'count' }): Buckets {
  const read = (value: unknown): Bucket => {
    const group = objectOf(value)
    return {
      value: group.value,
      total: finiteNumber(group.total) ?? 0,
      metric: finiteNumber(metricIn(group, metric)) ?? null,
      inner: listOf(group.aggs).map(read),
    }
  }
  const { total, total_other, aggs } = objectOf(body)
  return { total: finiteNumber(total) ?? 0, other: finiteNumber(total_other) ?? 0, buckets: listOf(aggs).map(read) }
}

/** The answer of `lines`. */
export function readRows(body: unknown): Rows {
  const { total, results } = objectOf(body)
  return { rows: listOf(results).map(objectOf), total: finiteNumber(total) ?? 0 }
}

export function figureName(metric: Metric, say: ChartMessages): string {
  return metric.name === 'count' ? say.count : interpolate(say[metric.name], { field: metric.field.name })
}

export const wordingOf = (formats: Formats, say: ChartMessages): Wording => ({
  locale: formats.locale,
  value: formats.value,
  short: formats.compact,
  figure: (metric) => figureName(metric, say),
  range: (from, to) => interpolate(say.from, { from, to }),
  other: say.other,
  noValue: say.noValue,
})
