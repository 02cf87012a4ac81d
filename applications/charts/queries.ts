/** The requests of a chart, as parameters of the API of its dataset. Pure. */
import type { Field } from '../shared/application'
import { writeList } from '../shared/filters'
import type { GroupedChart, Histogram, Metric } from './config'

export type Parameters = [name: string, value: string][]

/** Groups of dates that a chart may have, and those of a histogram. */
const maxSteps = '1000'

const metricParameters = (metric: Metric): Parameters =>
  metric.name === 'count'
    ? []
    : [...([['metric', metric.name]] satisfies Parameters), ['metric_field', metric.field.key]]

const figureSort = (metric: Metric) => (metric.name === 'count' ? 'count' : 'metric')

/** The groups in the order of the chart. */
export function groupsQuery({ group, step, metric, sort, top }: GroupedChart): Parameters {
  const bySort = { figure: `-${figureSort(metric)}`, '-figure': figureSort(metric), label: 'key' }[sort]
  return [
    ['field', group.key],
    ['size', '0'],
    ...(step
      ? ([
          ['interval', step],
          ['agg_size', maxSteps],
          ['sort', 'key'],
        ] satisfies Parameters)
      : ([
          ['agg_size', String(top)],
          ['sort', bySort],
        ] satisfies Parameters)),
    ...metricParameters(metric),
  ]
}

/** The values of the second series with the highest figures. */
export function seriesQuery({ key }: Field, metric: Metric, topSeries: number): Parameters {
  return [
    ['field', key],
    ['size', '0'],
    ['agg_size', String(topSeries)],
    ['sort', `-${figureSort(metric)}`],
    ...metricParameters(metric),
  ]
}

/** The figures of chosen series inside of chosen groups. */
export function crossedQuery(
  { group, step, metric }: GroupedChart,
  { series, groups, values }: { series: Field; groups: readonly string[]; values: readonly string[] },
): Parameters {
  return [
    ['field', `${group.key};${series.key}`],
    ['size', '0'],
    ['interval', `${step ?? 'value'};value`],
    ['agg_size', `${step ? maxSteps : Math.max(1, groups.length)};${Math.max(1, values.length)}`],
    ['sort', step ? 'key;key' : 'count;count'],
    [`${series.key}_in`, writeList(values)],
    ...(step || groups.length === 0 ? [] : ([[`${group.key}_in`, writeList(groups)]] satisfies Parameters)),
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

/** The width of intervals, 1, 2 or 5 times a power of ten, so that there are about `count` of them. */
export function binWidth({ min, max, count, isWhole }: { min: number; max: number; count: number; isWhole: boolean }) {
  const rough = (max - min) / count
  if (!(rough > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const width = ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power
  return isWhole ? Math.max(1, Math.round(width)) : Number(width.toPrecision(12))
}
