/** What a chart draws, made of the answers of the API. Pure. */
import type { Field } from '../shared/application'
import { listOf, numberOf, objectOf } from '../shared/json'
import { type Formats, fill } from '../shared/locale'
import type { GroupedChart, Histogram, Metric, ScatterChart } from './config'
import type { ChartMessages } from './messages'
import { stepName } from './steps'

export type Series = { name: string; values: (number | null)[] }
/**
 * Labels of the groups with the values of each series. `keys` are the values of groups that can be filtered by, `ticks`
 * shorter labels for an axis.
 */
export type GroupedData = {
  kind: 'groups'
  labels: string[]
  ticks?: string[]
  keys: (string | undefined)[]
  series: Series[]
}
export type Point = { x: number; y: number; name: string }
export type ScatterData = {
  kind: 'points'
  series: { name: string; points: Point[] }[]
  /** Rows read, and those that there are. */
  read: number
  total: number
}
export type ChartData = GroupedData | ScatterData

type Bucket = { value: unknown; total: number; metric: number | null; inner: Bucket[] }
export type Buckets = { total: number; other: number; buckets: Bucket[] }

/** The answer of `values_agg`. */
export function readBuckets(body: unknown): Buckets {
  const read = (value: unknown): Bucket => {
    const { value: key, total, metric, aggs } = objectOf(value)
    return { value: key, total: numberOf(total) ?? 0, metric: numberOf(metric) ?? null, inner: listOf(aggs).map(read) }
  }
  const { total, total_other, aggs } = objectOf(body)
  return { total: numberOf(total) ?? 0, other: numberOf(total_other) ?? 0, buckets: listOf(aggs).map(read) }
}

/** The values of groups as texts, as filters take them. */
export const keysOf = ({ buckets }: Buckets): string[] => buckets.map(({ value }) => String(value))

const figureOf = (bucket: Bucket | undefined, metric: Metric): number | null =>
  metric.name === 'count' ? (bucket?.total ?? 0) : (bucket?.metric ?? null)

export function figureName(metric: Metric, say: ChartMessages): string {
  return metric.name === 'count' ? say.count : fill(say[metric.name], { field: metric.field.name })
}

type Wording = { formats: Formats; say: ChartMessages }

/** One series: the figure of each group. A pie of counts ends with the rest. */
export function groupedData(chart: GroupedChart, groups: Buckets, { formats, say }: Wording): GroupedData {
  const hasOther = chart.kind === 'pie' && chart.metric.name === 'count' && groups.other > 0 && !chart.step
  const values = groups.buckets.map((bucket) => figureOf(bucket, chart.metric))
  return {
    kind: 'groups',
    labels: [
      ...groups.buckets.map((bucket) => groupName(chart, bucket, { formats, say })),
      ...(hasOther ? [say.other] : []),
    ],
    keys: groups.buckets.map(({ value }) => (chart.step ? undefined : String(value))),
    series: [{ name: figureName(chart.metric, say), values: [...values, ...(hasOther ? [groups.other] : [])] }],
  }
}

/** A series for each value of a second column. */
export function crossedData(
  chart: GroupedChart,
  { series, groups, ranked, crossed }: { series: Field; groups: Buckets; ranked: Buckets; crossed: Buckets },
  wording: Wording,
): GroupedData {
  const byGroup = new Map(
    crossed.buckets.map(({ value, inner }) => [String(value), new Map(inner.map((one) => [String(one.value), one]))]),
  )
  const plain = groupedData(chart, groups, wording)
  return {
    ...plain,
    series: ranked.buckets.map(({ value }) => ({
      name: valueName(series, value, wording),
      values: groups.buckets.map((group) =>
        figureOf(byGroup.get(String(group.value))?.get(String(value)), chart.metric),
      ),
    })),
  }
}

function groupName({ group, step }: GroupedChart, { value }: Bucket, wording: Wording): string {
  if (step && typeof value === 'string') return stepName(value, step, wording.formats.language)
  return valueName(group, value, wording)
}

const valueName = (field: Field, value: unknown, { formats, say }: Wording) =>
  formats.value(field, value) || say.noValue

/** Intervals of equal width with their numbers of rows; empty ones too. */
export function histogramData({ x }: Histogram, bins: Buckets, width: number, { formats, say }: Wording): GroupedData {
  const counts = new Map(bins.buckets.map(({ value, total }) => [Math.round((numberOf(value) ?? 0) / width), total]))
  const [first, last] = [Math.min(...counts.keys()), Math.max(...counts.keys())]
  const numbers = counts.size === 0 ? [] : Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const name = (value: number) => formats.value(x, Number((value * width).toPrecision(12)))
  return {
    kind: 'groups',
    labels: numbers.map((at) => fill(say.from, { from: name(at), to: name(at + 1) })),
    ticks: numbers.map((at) => formats.compact(Number((at * width).toPrecision(12)))),
    keys: numbers.map(() => undefined),
    series: [{ name: say.count, values: numbers.map((at) => counts.get(at) ?? 0) }],
  }
}

/** The rows as points, by the value of a second column: the most frequent ones, then all others. */
export function scatterData(chart: ScatterChart, body: unknown, { formats, say }: Wording): ScatterData {
  const { total, results } = objectOf(body)
  const bySeries = new Map<string, Point[]>()
  for (const line of listOf(results).map(objectOf)) {
    const [x, y] = [numberOf(line[chart.x.key]), numberOf(line[chart.y.key])]
    if (x === undefined || y === undefined) continue
    const series = chart.series ? valueName(chart.series, line[chart.series.key], { formats, say }) : ''
    const name = chart.label ? formats.value(chart.label, line[chart.label.key]) : ''
    const points = bySeries.get(series) ?? []
    points.push({ x, y, name })
    bySeries.set(series, points)
  }
  const ranked = [...bySeries].sort(([, one], [, other]) => other.length - one.length)
  const rest = ranked.slice(chart.topSeries).flatMap(([, points]) => points)
  const series = ranked.slice(0, chart.topSeries).map(([name, points]) => ({ name, points }))
  return {
    kind: 'points',
    series: rest.length > 0 ? [...series, { name: say.other, points: rest }] : series,
    read: listOf(results).length,
    total: numberOf(total) ?? 0,
  }
}

export const isEmpty = (data: ChartData): boolean =>
  data.kind === 'points' ? data.series.length === 0 : data.series.every(({ values }) => values.every((value) => !value))
