/** The settings of a chart: from the query, else derived from the columns and their statistics. Pure. */
import {
  type Chart,
  chartMetrics,
  type GroupedChart,
  type Metric,
  type MetricName,
  steps,
} from '../../../applications/shared/charting/chart'
import { type Column, isAdded, isDated, isMeasure, isNumeric } from '../../../applications/shared/charting/column'
import {
  type Facts,
  firstAdded,
  firstGroup,
  firstSort,
  firstStep,
  firstWidth,
} from '../../../applications/shared/charting/first-chart'
import type { FieldStatistics } from '../../datasets'
import { chartColumn, columnFacts, groupable } from '../../previews/chart-column'
import { capable } from '../../schema/capabilities'
import type { Field } from '../../schema/field'

export const chartLooks = ['bar', 'stacked', 'line', 'area', 'pie', 'histogram', 'scatter', 'calendar'] as const
export type ChartKind = (typeof chartLooks)[number]
export const orders = ['figure', '-figure', 'label'] as const satisfies readonly GroupedChart['sort'][]
export const groupLimits = [5, 10, 25, 50, 100] as const
/** Readers distinguish eight colours. The other series share one of them. */
export const seriesLimits = [3, 5, 7] as const
const [usualTop, pieTop, usualSeries] = [25, 8, 7]

export type ChartChoice = {
  look: ChartKind
  chart: Chart
  /** The interval of numbers, chosen or suggested. */
  width: number | undefined
  isWidthChosen: boolean
  /** Of the column of groups. */
  facts: Facts | undefined
  /** Of the column of series. */
  seriesFacts: Facts | undefined
  /** What can be chosen: columns of groups, of numbers, and of second series. */
  groups: Column[]
  numbers: Column[]
  series: Column[]
}

/** The column of groups, or of the horizontal axis. */
export const mainColumn = (chart: Chart): Column => ('group' in chart ? chart.group : chart.x)

/** The columns along the axis of a kind of chart. Pies have no dates if there is another column. Lines and areas have dates or numbers there if the dataset has a column of dates. */
export function suitingColumns(look: ChartKind | undefined, groups: readonly Column[]): Column[] {
  if (look === 'histogram' || look === 'scatter') return groups.filter(isNumeric)
  if (look === 'calendar') return groups.filter(isDated)
  // A ring shows no order.
  if (look === 'pie' && groups.some((column) => !isDated(column))) return groups.filter((column) => !isDated(column))
  const isJoined = (look === 'line' || look === 'area') && groups.some(isDated)
  return groups.filter((column) => !isJoined || isDated(column) || isNumeric(column))
}

/** The settings of a query; undefined when no column can be grouped. */
export function chosen(
  params: URLSearchParams,
  fields: readonly Field[],
  statistics: ReadonlyMap<string, FieldStatistics>,
): ChartChoice | undefined {
  const candidates = groupable(fields)
  const groups = candidates.map(chartColumn)
  const facts = (column: Column) => columnFacts(statistics.get(column.key))
  const numbers = groups.filter(isNumeric)
  const named = (name: string, among: readonly Column[]) => among.find(({ key }) => key === params.get(name))
  const requested = chartLooks.find((look) => look === params.get('chart'))
  const suiting = suitingColumns(requested, groups)
  const firstMeasure = requested === 'scatter' ? suiting.find(isMeasure) : undefined
  const added = firstAdded(groups, facts)
  const adds = added !== undefined && requested !== 'histogram'
  const group = named('field', suiting) ?? firstMeasure ?? firstGroup(suiting, facts, { adds })
  if (!group) return requested && groups.length > 0 ? chosen(without(params, 'chart'), fields, statistics) : undefined
  const width = widthOf(params, group, facts(group))
  const look = requested ?? (width !== undefined && !params.has('metric') ? 'histogram' : 'bar')
  // A second series is filtered by its values, which takes an index.
  const series = groups.filter(
    (column) =>
      column.key !== group.key &&
      !isDated(column) &&
      !isNearlyUnique(facts(column)) &&
      candidates.some((one) => one.key === column.key && capable(one, 'index')),
  )
  const second = named('series', series)
  const own = { params, group, groups, numbers, added, series: second, width, facts: facts(group) }
  const chart = chartOf(look, own)
  const isWidthChosen = width !== undefined && params.has('interval')
  return chart
    ? {
        look,
        chart,
        width,
        isWidthChosen,
        facts: facts(group),
        seriesFacts: second && facts(second),
        groups,
        numbers,
        series,
      }
    : chosen(without(params, 'chart'), fields, statistics)
}

/** Values up to which a column of few rows splits them. */
const fewValues = 20

/** Whether most rows have a value of their own: series of such a column have a row each. */
const isNearlyUnique = (facts: Facts | undefined): boolean =>
  facts !== undefined && facts.distinct > fewValues && facts.distinct > facts.filled / 2

type Found = {
  params: URLSearchParams
  group: Column
  groups: readonly Column[]
  numbers: readonly Column[]
  /** The numbers to add up when no figure is chosen. */
  added: Column | undefined
  series: Column | undefined
  width: number | undefined
  facts: ReturnType<typeof columnFacts>
}

function chartOf(
  look: ChartKind,
  { params, group, groups, numbers, added, series, width, facts }: Found,
): Chart | undefined {
  const shared = { unit: '', hasValues: true }
  const topSeries = seriesLimits.find((one) => String(one) === params.get('top_series')) ?? usualSeries
  if (look === 'histogram') return { kind: 'histogram', x: group, bins: 20, ...shared }
  if (look === 'scatter') {
    const others = numbers.filter(({ key }) => key !== group.key)
    const y = others.find(({ key }) => key === params.get('metric_field')) ?? others.find(isMeasure) ?? others[0]
    return y && { kind: 'scatter', x: group, y, series, label: undefined, topSeries, ...shared }
  }
  const step = isDated(group) ? stepOf(params, look, facts) : undefined
  const kind = look === 'stacked' ? 'bar' : look
  const isOrdered = step !== undefined || width !== undefined
  const order = look === 'pie' ? undefined : orders.find((one) => one === params.get('order'))
  const top = groupLimits.find((one) => String(one) === params.get('top')) ?? (look === 'pie' ? pieTop : usualTop)
  const metric = metricOf(params, { numbers, groups, group, added })
  // Averages, least and greatest values have no sum.
  const isSummed = metric.name === 'count' || metric.name === 'sum'
  const second = look === 'pie' || look === 'calendar' ? undefined : series
  const chart: GroupedChart = {
    kind: kind === 'area' && second && !isSummed ? 'line' : kind,
    group,
    step,
    ...(width === undefined ? {} : { width }),
    metric,
    series: second,
    sort: isOrdered ? 'label' : (order ?? firstSort(kind, group, facts)),
    top,
    topSeries,
    hasOther: look === 'pie' || params.get('others') === 'true',
    stacking: isSummed && (look === 'stacked' || look === 'area') ? 'stacked' : 'grouped',
    direction: 'auto',
  }
  return { ...chart, ...shared }
}

/** Whether the sum of a column says something: amounts, quantities and whole numbers, not concentrations or temperatures. */
const hasSum = (column: Column): boolean => isAdded(column) || column.type === 'integer'

/** The figure of a query, of the first column that suits when none is named; a count where there is none: no sum of codes. */
function metricOf(
  params: URLSearchParams,
  { numbers, groups, group, added }: Pick<Found, 'numbers' | 'groups' | 'group' | 'added'>,
): Metric {
  // Who names a column asks for its rows.
  if (added && !params.has('metric') && !params.has('field'))
    return { name: hasSum(added) ? 'sum' : 'avg', field: added }
  const name: MetricName = chartMetrics.find((one) => one === params.get('metric')) ?? 'count'
  if (name === 'count') return { name }
  if (name === 'cardinality') {
    const others = groups.filter(({ key }) => key !== group.key)
    const field = others.find(({ key }) => key === params.get('metric_field')) ?? others[0]
    return field ? { name, field } : { name: 'count' }
  }
  const suiting = name === 'sum' || name === 'avg' ? numbers.filter(isMeasure) : numbers
  const named = suiting.find(({ key }) => key === params.get('metric_field'))
  const field = named ?? suiting.find(isMeasure) ?? suiting[0]
  return field ? { name, field } : { name: 'count' }
}

function stepOf(params: URLSearchParams, look: ChartKind, facts: Found['facts']) {
  const requested = steps.find((one) => one === params.get('interval'))
  const suggested = firstStep(String(facts?.min ?? ''), String(facts?.max ?? ''))
  if (look !== 'calendar') return requested ?? suggested
  // A grid of days has a row per week day, one of months a row per year.
  if (requested === 'day' || requested === 'month') return requested
  return suggested === 'year' ? 'month' : 'day'
}

function widthOf(params: URLSearchParams, group: Column, facts: Found['facts']): number | undefined {
  if (!isNumeric(group) || params.get('interval') === 'value') return undefined
  const requested = Number(params.get('interval'))
  return requested > 0 ? requested : facts && firstWidth(group, facts)
}

function without(params: URLSearchParams, name: string): URLSearchParams {
  return new URLSearchParams([...params].filter(([one]) => one !== name))
}
