import { addsUp, type Chart, type GroupedChart, type Metric } from '../../../applications/shared/charting/chart'
import {
  type Buckets,
  type ChartData,
  crossedData,
  firstOf,
  groupedData,
  groupKeys,
  histogramData,
  scatterData,
  shownGroups,
  type Wording,
} from '../../../applications/shared/charting/chart-data'
import { intervalWidth } from '../../../applications/shared/charting/first-chart'
import {
  binsQuery,
  crossedQuery,
  groupsQuery,
  metricIn,
  type Parameters,
  rangeQuery,
  seriesQuery,
  wholeQuery,
} from '../../../applications/shared/charting/queries'
import type { Context } from '../../context'
import { figuresOfFields, type Group, groupLines, type OpenedLines, readQuery } from '../../datasets/lines-api'
import { limits } from '../../limits'

export type DrawnChart = {
  data: ChartData
  /** Rows of groups that are not shown, and rows without a value of the group. */
  others: number
  withoutValue: number
  /** Rows that are in no series, since their figures cannot be computed from those of the others. */
  withoutSeries?: number
}

type Reading = {
  ctx: Context
  opened: OpenedLines
  /** The parameters that choose the rows. */
  shared: URLSearchParams
  /** Interval of a histogram, when it is chosen. */
  width: number | undefined
  wording: Wording
}

/** Reads what a chart shows, in at most three queries. @throws the problems of the queries */
export async function readChart(chart: Chart, reading: Reading): Promise<DrawnChart> {
  if (chart.kind === 'scatter') {
    const columns = [chart.x, chart.y, ...(chart.series ? [chart.series] : [])].map(({ key }) => key)
    // A sample at random: the first rows of a file are often alike.
    const own = { select: columns.join(','), size: String(limits.pages.chartPoints), sort: '_rand' }
    const { lines, total = 0 } = await readQuery(
      reading.ctx,
      reading.opened,
      withParameters(reading.shared, Object.entries(own)),
    )
    return { data: scatterData(chart, { rows: lines, total }, reading.wording), others: 0, withoutValue: 0 }
  }
  if (chart.kind === 'histogram') return readHistogram(chart, reading)
  const groups = await readGroups(chart, reading)
  const notes = notesOf(groups, chart)
  if (!chart.series) return { data: groupedData(chart, groups, reading.wording), ...notes }
  const { series, metric, topSeries } = chart
  const ranked = firstOf(await read(seriesQuery(series, metric, topSeries), reading, metric), topSeries)
  const values = groupKeys(ranked)
  const selected = { series: chart.series, groups: groupKeys(groups), values }
  const crossed = values.length > 0 ? await read(crossedQuery(chart, selected), reading, chart.metric) : groups
  const data = crossedData(chart, { series: chart.series, groups, ranked, crossed }, reading.wording)
  return { data, ...notes, ...(addsUp(chart.metric) ? {} : { withoutSeries: unseriedIn(groups, crossed) }) }
}

async function readGroups(chart: GroupedChart, reading: Reading): Promise<Buckets> {
  const groups = shownGroups(chart, await read(groupsQuery(chart), reading, chart.metric))
  const query = wholeQuery(chart, groups)
  if (!query || chart.metric.name === 'count') return groups
  const { ctx, opened, shared } = reading
  const { metrics } = await figuresOfFields(ctx, opened, withParameters(shared, query))
  return { ...groups, whole: Number(metrics[chart.metric.field.key]?.sum ?? 0) }
}

async function readHistogram(chart: Extract<Chart, { kind: 'histogram' }>, reading: Reading): Promise<DrawnChart> {
  const width = reading.width ?? (await widthOf(chart, reading))
  const bins = await read(binsQuery(chart, width), reading, { name: 'count' })
  return { data: histogramData(chart, bins, width, reading.wording), others: 0, withoutValue: withoutValueIn(bins) }
}

async function widthOf(
  chart: Extract<Chart, { kind: 'histogram' }>,
  { ctx, opened, shared }: Reading,
): Promise<number> {
  const { metrics } = await figuresOfFields(ctx, opened, withParameters(shared, rangeQuery(chart)))
  const { min, max } = metrics[chart.x.key] ?? {}
  const range = { min: Number(min ?? 0), max: Number(max ?? 0) }
  return intervalWidth({ ...range, count: chart.bins, isWhole: chart.x.type === 'integer' })
}

async function read(parameters: Parameters, { ctx, opened, shared }: Reading, metric: Metric): Promise<Buckets> {
  const groups = await groupLines(ctx, opened, withParameters(shared, parameters))
  const bucketOf = (group: Group): Buckets['buckets'][number] => {
    const figure = metricIn(group, metric)
    return {
      value: group.value,
      total: group.total,
      metric: typeof figure === 'number' ? figure : null,
      inner: (group.aggs ?? []).map(bucketOf),
    }
  }
  return { total: groups.total, other: groups.total_other ?? 0, buckets: (groups.aggs ?? []).map(bucketOf) }
}

function withParameters(shared: URLSearchParams, parameters: Parameters): URLSearchParams {
  const query = new URLSearchParams(shared)
  for (const [name, value] of parameters) query.set(name, value)
  return query
}

const withoutValueIn = ({ total, other, buckets }: Buckets): number =>
  Math.max(0, total - other - buckets.reduce((sum, bucket) => sum + bucket.total, 0))

/** Rows of the groups that are in none of their series. */
function unseriedIn(groups: Buckets, crossed: Buckets): number {
  const inSeries = crossed.buckets.flatMap(({ inner }) => inner).reduce((sum, { total }) => sum + total, 0)
  return Math.max(0, groups.buckets.reduce((sum, { total }) => sum + total, 0) - inSeries)
}

function notesOf(groups: Buckets, { hasOther, group, metric }: GroupedChart): Omit<DrawnChart, 'data'> {
  return {
    others: hasOther && (metric.name === 'count' || groups.whole !== undefined) ? 0 : groups.other,
    // A row with several values is in several groups.
    withoutValue: group.separator ? 0 : withoutValueIn(groups),
  }
}
