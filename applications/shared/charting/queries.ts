/** The queries of a chart, as parameters of the API of lines. Pure. */
import { type GroupedChart, type Histogram, isSequence, type Metric } from './chart'
import type { Buckets } from './chart-data'
import type { Column } from './column'
import { writeList } from './filter-list'

export type Parameters = [name: string, value: string][]

/** Groups in their order that a chart may have, and those of a histogram. */
const maxSteps = '1000'

const metricParameters = (metric: Metric): Parameters =>
  metric.name === 'count'
    ? []
    : [
        ['metric', metric.name],
        ['metric_field', metric.field.key],
        ...(metric.name === 'sum' ? ([['extra_metrics', `${metric.field.key}:value_count`]] satisfies Parameters) : []),
      ]

/** The metric of a group in an answer. The sum of a group without values is 0 for the API, and unknown for a reader. */
export function metricIn(group: Readonly<Record<string, unknown>>, metric: Metric): unknown {
  const isEmpty = metric.name === 'sum' && group[`${metric.field.key}_value_count`] === 0
  return isEmpty ? undefined : group.metric
}

const figureSort = (metric: Metric) => (metric.name === 'count' ? 'count' : 'metric')

/** The groups in the order of the chart, with one more where it has a rest (`firstOf`). */
export function groupsQuery(chart: GroupedChart): Parameters {
  const { group, step, width, metric, sort, top, hasOther } = chart
  const bySort = { figure: `-${figureSort(metric)}`, '-figure': figureSort(metric), label: 'key' }[sort]
  return [
    ['field', group.key],
    ['size', '0'],
    ...(step || width
      ? ([
          ['interval', String(step ?? width)],
          ['agg_size', maxSteps],
          ['sort', 'key'],
        ] satisfies Parameters)
      : ([
          ['agg_size', isSequence(chart) ? maxSteps : String(hasOther ? top + 1 : top)],
          ['sort', bySort],
        ] satisfies Parameters)),
    ...metricParameters(metric),
  ]
}

/** The sum of all groups, where a chart shows the rest of it; undefined where it does not, or needs no query. */
export function wholeQuery(chart: GroupedChart, { other }: Pick<Buckets, 'other'>): Parameters | undefined {
  const { group, step, metric, hasOther } = chart
  // A row with several values is in several groups: their sums do not add up.
  if (metric.name !== 'sum' || !hasOther || other === 0 || step || group.separator) return undefined
  return [
    ['fields', metric.field.key],
    ['metrics', 'sum'],
    [`${group.key}_exists`, 'true'],
  ]
}

/** The values of the second series with the highest figures, with one more than the chart has (`firstOf`). */
export function seriesQuery({ key }: Column, metric: Metric, topSeries: number): Parameters {
  return [
    ['field', key],
    ['size', '0'],
    ['agg_size', String(topSeries + 1)],
    ['sort', `-${figureSort(metric)}`],
    ...metricParameters(metric),
  ]
}

/** The figures of chosen series inside of chosen groups. */
export function crossedQuery(
  { group, step, width, metric }: GroupedChart,
  { series, groups, values }: { series: Column; groups: readonly string[]; values: readonly string[] },
): Parameters {
  const isOrdered = step !== undefined || width !== undefined
  return [
    ['field', `${group.key};${series.key}`],
    ['size', '0'],
    ['interval', `${step ?? width ?? 'value'};value`],
    ['agg_size', `${isOrdered ? maxSteps : Math.max(1, groups.length)};${Math.max(1, values.length)}`],
    ['sort', isOrdered ? 'key;key' : 'count;count'],
    [`${series.key}_in`, writeList(values)],
    ...(isOrdered || groups.length === 0 ? [] : ([[`${group.key}_in`, writeList(groups)]] satisfies Parameters)),
    ...metricParameters(metric),
  ]
}

export const rangeQuery = ({ x }: Histogram): Parameters => [
  ['fields', x.key],
  ['metrics', 'min,max'],
]

export function binsQuery({ x }: Histogram, width: number): Parameters {
  return [
    ['field', x.key],
    ['interval', String(width)],
    ['agg_size', maxSteps],
    ['size', '0'],
    ['sort', 'key'],
  ]
}
