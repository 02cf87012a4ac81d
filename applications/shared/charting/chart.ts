/** The charts that the pages of datasets and the application of charts draw. Pure. */
import { type Column, isNumeric } from './column'

export const steps = ['month', 'day', 'week', 'quarter', 'year'] as const
export type Step = (typeof steps)[number]

export const chartMetrics = ['count', 'sum', 'avg', 'min', 'max', 'cardinality'] as const
export type MetricName = (typeof chartMetrics)[number]
export type Metric = { name: 'count' } | { name: Exclude<MetricName, 'count'>; field: Column }

/** A calendar is a heat map of days or months. */
export const chartKinds = ['bar', 'line', 'area', 'pie', 'scatter', 'histogram', 'calendar'] as const

export type GroupedChart = {
  kind: Exclude<(typeof chartKinds)[number], 'scatter' | 'histogram'>
  group: Column
  /** Set when the groups are dates. */
  step: Step | undefined
  /** Set when the groups are intervals of numbers. */
  width?: number | undefined
  metric: Metric
  series: Column | undefined
  sort: 'figure' | '-figure' | 'label'
  top: number
  topSeries: number
  /** Other groups are one more group. Only counts and sums can be added up so. */
  hasOther: boolean
  stacking: 'grouped' | 'stacked' | 'percent'
  direction: 'auto' | 'vertical' | 'horizontal'
}
export type ScatterChart = {
  kind: 'scatter'
  x: Column
  y: Column
  series: Column | undefined
  label: Column | undefined
  topSeries: number
}
/** `width`: of the intervals, instead of about `bins` of them. */
export type Histogram = { kind: 'histogram'; x: Column; bins: number; width?: number | undefined }

/** Whether the groups are dates, intervals or numbers in their order: all of them are drawn, along an axis. */
export const isSequence = ({ group, step, width, sort }: GroupedChart): boolean =>
  step !== undefined || width !== undefined || (sort === 'label' && isNumeric(group))

/** The colour of the first series, and those of values, `#rrggbb`. */
export type ChosenColors = { main?: string | undefined; ofValues: ReadonlyMap<string, string> }

export type Chart = (GroupedChart | ScatterChart | Histogram) & {
  unit: string
  hasValues: boolean
  colors?: ChosenColors | undefined
}

/** Whether the sum of the groups is the figure of all rows: only then a group has a share in percent. */
export const addsUp = ({ name }: Metric): boolean => name === 'count' || name === 'sum'
