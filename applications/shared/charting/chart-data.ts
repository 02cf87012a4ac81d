/** What a chart draws, made of the answers to its queries. Pure. */
import { addsUp, type GroupedChart, type Histogram, isSequence, type Metric, type ScatterChart } from './chart'
import type { Column } from './column'
import { stepName } from './date-step-names'

type Series = { name: string; values: (number | null)[] }
/**
 * Labels of the groups with the values of each series. `keys` are the values of groups that can be filtered by, `ticks`
 * shorter labels for an axis: one for each group, or the edges of all intervals, of which there is one more.
 */
export type GroupedData = {
  kind: 'groups'
  labels: string[]
  ticks?: string[]
  keys: (string | undefined)[]
  /** The first days of groups of dates. */
  days?: string[]
  series: Series[]
  /** The last series is the rest, or the last group of the only series. */
  hasRest: boolean
}
type Point = { x: number; y: number; name: string }
export type ScatterData = {
  kind: 'points'
  series: { name: string; points: Point[] }[]
  /** The last series is the rest. */
  hasRest: boolean
  /** Rows read, and those that there are. */
  read: number
  total: number
}
export type ChartData = GroupedData | ScatterData

export type Bucket = { value: unknown; total: number; metric: number | null; inner: Bucket[] }
/** `other`: the number of rows outside the groups. `whole`: the sum of the metric over all groups, if requested. */
export type Buckets = { total: number; other: number; whole?: number | undefined; buckets: Bucket[] }

/** Rows as objects, and the number of all that match. */
export type Rows = { rows: readonly Record<string, unknown>[]; total: number }

/** How values and figures are written for a reader. */
export type Wording = {
  /** As in `en-GB`, for dates. */
  locale: string
  value: (column: Column, value: unknown) => string
  /** A number in a small place. */
  short: (value: number, largest?: number) => string
  figure: (metric: Metric) => string
  range: (from: string, to: string) => string
  other: string
  noValue: string
}

/**
 * The first groups of an answer, which has one more than are shown: that one is shown too where it is the last one, since a rest of
 * one group has a name.
 */
export function firstOf(groups: Buckets, top: number): Buckets {
  if (groups.buckets.length <= top || (groups.buckets.length === top + 1 && groups.other === 0)) return groups
  const rest = groups.buckets.slice(top)
  const other = rest.reduce((sum, { total }) => sum + total, groups.other)
  return { ...groups, other, buckets: groups.buckets.slice(0, top) }
}

/** The groups that a chart shows, of the answer to `groupsQuery`. */
export const shownGroups = (chart: GroupedChart, groups: Buckets): Buckets =>
  chart.hasOther && !isSequence(chart) ? firstOf(groups, chart.top) : groups

/** The values of groups as texts, as filters take them. */
export const groupKeys = ({ buckets }: Buckets): string[] => buckets.map(({ value }) => String(value))

const figureOf = (bucket: Bucket | undefined, metric: Metric): number | null =>
  metric.name === 'count' ? (bucket?.total ?? 0) : (bucket?.metric ?? null)

/** One series: the figure of each group, and of the rest where the chart has one. */
export function groupedData(chart: GroupedChart, groups: Buckets, wording: Wording): GroupedData {
  const isOrdered = chart.step !== undefined || chart.width !== undefined
  const rest = chart.hasOther && !isOrdered ? restOfAll(chart.metric, groups) : 0
  const hasOther = rest > 0
  const values = groups.buckets.map((bucket) => figureOf(bucket, chart.metric))
  return {
    kind: 'groups',
    labels: [
      ...groups.buckets.map((bucket) => groupName(chart, bucket, wording)),
      ...(hasOther ? [wording.other] : []),
    ],
    keys: groups.buckets.map(({ value }) => (isOrdered ? undefined : String(value))),
    ...(chart.step ? { days: groups.buckets.map(({ value }) => String(value).slice(0, 10)) } : {}),
    series: [{ name: wording.figure(chart.metric), values: [...values, ...(hasOther ? [rest] : [])] }],
    hasRest: hasOther,
  }
}

/** The figure of the groups that are not shown; 0 where it is not known. */
function restOfAll(metric: Metric, { other, whole, buckets }: Buckets): number {
  if (metric.name === 'count') return other
  if (whole === undefined) return 0
  return withoutNoise(
    buckets.reduce((sum, bucket) => sum - (bucket.metric ?? 0), whole),
    whole,
  )
}

/** Sums of decimal numbers differ in their last digits. */
const withoutNoise = (left: number, whole: number): number => (Math.abs(left) <= Math.abs(whole) * 1e-9 ? 0 : left)

/** A series for each value of a second column; what the others of a group add up to is one more. */
export function crossedData(
  chart: GroupedChart,
  { series, groups, ranked, crossed }: { series: Column; groups: Buckets; ranked: Buckets; crossed: Buckets },
  wording: Wording,
): GroupedData {
  const byGroup = new Map(
    crossed.buckets.map(({ value, inner }) => [String(value), new Map(inner.map((one) => [String(one.value), one]))]),
  )
  const plain = groupedData({ ...chart, hasOther: false }, groups, wording)
  const named = ranked.buckets.map(({ value }) => ({
    name: valueName(series, value, wording),
    values: groups.buckets.map((group) => figureOf(byGroup.get(String(group.value))?.get(String(value)), chart.metric)),
  }))
  const rest = restOf(chart.metric, groups, named)
  // Every value has a series: the rest has none.
  const name = ranked.other === 0 ? wording.noValue : wording.other
  return { ...plain, series: rest ? [...named, { name, values: rest }] : named, hasRest: rest !== undefined }
}

/** The part of each group that is in none of its series. Averages and extremes cannot be taken apart so. */
function restOf(metric: Metric, groups: Buckets, named: readonly Series[]): number[] | undefined {
  if (!addsUp(metric)) return undefined
  const rest = groups.buckets.map((group, at) => {
    const whole = figureOf(group, metric) ?? 0
    const left = named.reduce((sum, { values }) => sum - (values[at] ?? 0), whole)
    return withoutNoise(left, whole)
  })
  return rest.some((value) => value !== 0) ? rest : undefined
}

function groupName({ group, step, width }: GroupedChart, { value }: Bucket, wording: Wording): string {
  if (step && typeof value === 'string') return stepName(value, step, wording.locale)
  if (width && typeof value === 'number') return rangeName(group, value, width, wording)
  return valueName(group, value, wording)
}

function rangeName(column: Column, from: number, width: number, wording: Wording): string {
  const name = (value: number) => wording.value(column, Number(value.toPrecision(12)))
  return wording.range(name(from), name(from + width))
}

const valueName = (column: Column, value: unknown, wording: Wording) => wording.value(column, value) || wording.noValue

/** Intervals of equal width with their numbers of rows; empty ones too. */
export function histogramData(
  { x }: Pick<Histogram, 'x'>,
  bins: Buckets,
  width: number,
  wording: Wording,
): GroupedData {
  const counts = new Map(bins.buckets.map(({ value, total }) => [Math.round(Number(value) / width), total]))
  const [first, last] = [Math.min(...counts.keys()), Math.max(...counts.keys())]
  const numbers = counts.size === 0 ? [] : Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const edges = (counts.size === 0 ? [] : [...numbers, last + 1]).map((at) => Number((at * width).toPrecision(12)))
  return {
    kind: 'groups',
    labels: numbers.map((at) => rangeName(x, at * width, width, wording)),
    ticks: edges.map((edge) => wording.short(edge, Math.max(...edges.map(Math.abs)))),
    keys: numbers.map(() => undefined),
    series: [{ name: wording.figure({ name: 'count' }), values: numbers.map((at) => counts.get(at) ?? 0) }],
    hasRest: false,
  }
}

/** The rows as points, by the value of a second column: the most frequent ones, then all others. */
export function scatterData(chart: ScatterChart, { rows, total }: Rows, wording: Wording): ScatterData {
  const bySeries = new Map<string, Point[]>()
  for (const row of rows) {
    const [x, y] = [row[chart.x.key], row[chart.y.key]]
    if (typeof x !== 'number' || typeof y !== 'number') continue
    const series = chart.series ? valueName(chart.series, row[chart.series.key], wording) : ''
    const name = chart.label ? wording.value(chart.label, row[chart.label.key]) : ''
    const points = bySeries.get(series) ?? []
    points.push({ x, y, name })
    bySeries.set(series, points)
  }
  const ranked = [...bySeries].sort(([, one], [, other]) => other.length - one.length)
  const shown = ranked.length === chart.topSeries + 1 ? ranked.length : chart.topSeries
  const rest = ranked.slice(shown).flatMap(([, points]) => points)
  const series = ranked.slice(0, shown).map(([name, points]) => ({ name, points }))
  return {
    kind: 'points',
    series: rest.length > 0 ? [...series, { name: wording.other, points: rest }] : series,
    hasRest: rest.length > 0,
    read: rows.length,
    total,
  }
}

export const isEmpty = (data: ChartData): boolean =>
  data.kind === 'points' ? data.series.length === 0 : data.series.every(({ values }) => values.every((value) => !value))
