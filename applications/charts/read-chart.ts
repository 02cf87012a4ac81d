import type { Chart, GroupedChart, Histogram } from '../shared/charting/chart'
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
} from '../shared/charting/chart-data'
import { intervalWidth } from '../shared/charting/first-chart'
import {
  binsQuery,
  crossedQuery,
  groupsQuery,
  type Parameters,
  rangeQuery,
  seriesQuery,
  wholeQuery,
} from '../shared/charting/queries'
import { filterParameters } from '../shared/filters'
import { finiteNumber, objectOf } from '../shared/json'
import { readJson, requestAddress } from '../shared/requests'
import type { Surroundings } from '../shared/start'
import type { ChartMessages } from './messages'
import { readBuckets, readRows, wordingOf } from './read-answers'

/** Points drawn at most: more are neither told apart nor fast. */
const maxPoints = '5000'

type Reading = {
  surroundings: Surroundings
  say: ChartMessages
  address: URLSearchParams
  /** The filters of the configuration: one of the address on the same parameter does not replace them. */
  filters: Parameters
  signal: AbortSignal
}

/** Reads what a chart draws. @throws RequestFailed */
export function readChart(chart: Chart, reading: Reading): Promise<ChartData> {
  if (chart.kind === 'histogram') return readHistogram(chart, reading)
  if (chart.kind !== 'scatter') return readGroups(chart, reading)
  const columns = [chart.x, chart.y, chart.series, chart.label].flatMap((field) => field?.key ?? [])
  const parameters: Parameters = [
    ['size', maxPoints],
    // A sample at random: the first rows of a file are often alike.
    ['sort', '_rand'],
    ['select', [...new Set(columns)].join(',')],
  ]
  return ask(reading, 'lines', parameters).then((body) => scatterData(chart, readRows(body), wordingIn(reading)))
}

async function readGroups(chart: GroupedChart, reading: Reading): Promise<ChartData> {
  const wording = wordingIn(reading)
  const { series, metric, topSeries } = chart
  // The filter that a reader sets by a click on this chart highlights a group here; it hides the others elsewhere.
  const without = chart.step ? undefined : chart.group
  const aggregate = (parameters: Parameters) =>
    ask(reading, 'values_agg', parameters, without).then((body) => readBuckets(body, metric))
  const readShown = async () => shownGroups(chart, await aggregate(groupsQuery(chart)))
  if (!series) return groupedData(chart, await withWhole(await readShown()), wording)
  const [groups, ranked] = await Promise.all([
    readShown(),
    aggregate(seriesQuery(series, metric, topSeries)).then((answer) => firstOf(answer, topSeries)),
  ])
  const chosen = { series, groups: groupKeys(groups), values: groupKeys(ranked) }
  const crossed = chosen.values.length > 0 ? await aggregate(crossedQuery(chart, chosen)) : groups
  return crossedData(chart, { series, groups, ranked, crossed }, wording)

  async function withWhole(groups: Buckets): Promise<Buckets> {
    const query = wholeQuery(chart, groups)
    if (!query || metric.name === 'count') return groups
    const answer = objectOf(await ask(reading, 'simple_metrics_agg', query, without))
    return { ...groups, whole: finiteNumber(objectOf(objectOf(answer.metrics)[metric.field.key]).sum) }
  }
}

async function readHistogram(chart: Histogram, reading: Reading): Promise<ChartData> {
  const width = chart.width ?? (await widthOf(chart, reading))
  const bins = readBuckets(await ask(reading, 'values_agg', binsQuery(chart, width)))
  return histogramData(chart, bins, width, wordingIn(reading))
}

async function widthOf(chart: Histogram, reading: Reading): Promise<number> {
  const { metrics } = objectOf(await ask(reading, 'simple_metrics_agg', rangeQuery(chart)))
  const range = objectOf(objectOf(metrics)[chart.x.key])
  const [min = 0, max = 0] = [finiteNumber(range.min), finiteNumber(range.max)]
  return intervalWidth({ min, max, count: chart.bins, isWhole: chart.x.type === 'integer' })
}

const wordingIn = ({ surroundings, say }: Reading) => wordingOf(surroundings.formats, say)

function ask(
  reading: Reading,
  path: string,
  parameters: Parameters,
  without?: GroupedChart['group'],
): Promise<unknown> {
  const { dataset } = reading.surroundings
  const filters = filterParameters(reading.address, dataset, without)
  return readJson(requestAddress(dataset, path, [...filters, ...reading.filters, ...parameters]), reading.signal)
}
