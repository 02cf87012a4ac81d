import type { Column } from './column'
import type { LinesRequest } from './request'

export const metricNames = ['avg', 'sum', 'min', 'max', 'stats', 'value_count', 'cardinality', 'percentiles'] as const
export type MetricName = (typeof metricNames)[number]

/** One metric over the values of a field. */
export type Metric = {
  /** Key in the response. */
  name: string
  metric: MetricName
  column: Column
  percents: readonly number[]
}

export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/**
 * How values make buckets. `steps`: of a number. `calendar`: in the time zone of the field; a plain date has none.
 * `local`: durations counted on the local clock from 1970 on. `instants`: durations that divide the hour, since an
 * hour that occurs twice is two buckets.
 */
export type Interval =
  | { is: 'value' }
  | { is: 'steps'; step: number }
  | { is: 'calendar'; unit: CalendarUnit; timeZone?: string }
  | { is: 'local'; ms: number; timeZone?: string }
  | { is: 'instants'; ms: number; timeZone: string }

export type BucketOrder = { by: 'count' | 'key' | 'metric'; descending: boolean }

/** Replacement for missing values: `key` is compared, `label` is in the response. */
export type Missing = { key: string | number; label: string | number }

/** One level of `values_agg`. */
export type GroupLevel = {
  column: Column
  size: number
  interval: Interval
  /** A total order: the requested terms, then the tiebreaks. */
  order: readonly BucketOrder[]
  missing?: Missing
}

/** `GET /values_agg`, checked against the schema. */
export type ValuesAggRequest = {
  levels: readonly GroupLevel[]
  metrics: readonly Metric[]
  /** The response has the number of distinct values. */
  countsValues: boolean
  /** Parameter that continues after the last bucket, without its value. */
  follow?: string
  /** The lines to aggregate, and the number, order and format of those in each bucket. */
  lines: LinesRequest
}
