/** The configuration of a chart. Pure. */

import { type Dataset, fieldAt, isReadable } from '../shared/application'
import { calendarSteps } from '../shared/charting/calendar'
import {
  type Chart,
  type ChosenColors,
  chartKinds,
  chartMetrics,
  type GroupedChart,
  type Metric,
  steps,
} from '../shared/charting/chart'
import { type Column, isDated, isMeasure, isNumeric } from '../shared/charting/column'
import { type Facts, firstGroup, firstSort } from '../shared/charting/first-chart'
import type { Parameters } from '../shared/charting/queries'
import { finiteNumber, type Json, listOf, nonEmptyText, objectOf, oneOf, wholeOf } from '../shared/json'

/** What the configuration lacks. */
type Missing = 'group' | 'metricField' | 'x' | 'y'

export function chartOf(configuration: Json, dataset: Dataset): { chart: Chart } | { missing: Missing[] } {
  const [data, display] = [objectOf(configuration.data), objectOf(configuration.display)]
  const kind = oneOf(data.type, chartKinds)
  const column = (name: string) => fieldAt(dataset, data[name])
  const isOpen = (name: string) => data[name] === undefined || data[name] === null
  // A column that is not named is the one that the page of the dataset would begin with.
  const suiting = readable(dataset).filter((one) => kind !== 'calendar' || isDated(one))
  const adds = data.metric !== undefined && data.metric !== 'count'
  const named = isOpen('group') ? firstGroup(suiting, factsOf, { adds }) : column('group')
  const group = kind !== 'calendar' || (named && isDated(named)) ? named : undefined
  const x = isOpen('x') && kind === 'histogram' ? readable(dataset).find(isMeasure) : column('x')
  const y = column('y')
  const measures = readable(dataset).filter(isMeasure)
  // The only column of numbers needs no choice.
  const metricField = isOpen('metricField') && measures.length === 1 ? measures[0] : column('metricField')
  const look = {
    unit: nonEmptyText(display.unit) ?? '',
    hasValues: display.values === true,
    colors: colorsIn(display),
  }
  const topSeries = wholeOf(data.topSeries, 6, 1, 20)
  if (kind === 'histogram') {
    const bins = wholeOf(data.bins, 20, 3, 60)
    return x ? { chart: { kind, x, bins, width: widthIn(data), ...look } } : { missing: ['x'] }
  }
  if (kind === 'scatter') {
    if (x && y) return { chart: { kind, x, y, series: column('series'), label: column('label'), topSeries, ...look } }
    return { missing: [...(x ? [] : (['x'] as const)), ...(y ? [] : (['y'] as const))] }
  }
  const name = oneOf(data.metric, chartMetrics)
  const metric: Metric | undefined = name === 'count' ? { name } : metricField && { name, field: metricField }
  if (!group || !metric) {
    return { missing: [...(group ? [] : (['group'] as const)), ...(metric ? [] : (['metricField'] as const))] }
  }
  return {
    chart: {
      kind,
      group,
      step: isDated(group) ? oneOf(data.step, kind === 'calendar' ? calendarSteps : steps) : undefined,
      width: isNumeric(group) ? widthIn(data) : undefined,
      metric,
      series: kind === 'pie' || kind === 'calendar' ? undefined : column('series'),
      sort: sortIn(data, kind, group),
      top: wholeOf(data.top, 12, 1, 200),
      topSeries,
      hasOther: kind === 'pie' || data.others === true,
      stacking: oneOf(display.stacking, ['grouped', 'stacked', 'percent']),
      direction: oneOf(display.direction, ['auto', 'vertical', 'horizontal']),
      ...look,
    },
  }
}

/** Configurations of earlier versions name the highest figures first where nobody chose: lines of numbers are never drawn so. */
function sortIn(data: Json, kind: GroupedChart['kind'], group: Column): GroupedChart['sort'] {
  const chosen = oneOf(data.sort, ['auto', 'figure', '-figure', 'label'])
  const usual = firstSort(kind, group)
  const isLine = kind === 'line' || kind === 'area'
  return chosen === 'auto' || (isLine && usual === 'label') ? usual : chosen
}

const hexColor = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i
const colorIn = (value: unknown): string | undefined => {
  const color = nonEmptyText(value)
  return color !== undefined && hexColor.test(color) ? color : undefined
}

function colorsIn({ color, valueColors }: Json): ChosenColors {
  const chosen = listOf(valueColors).flatMap((one): [string, string][] => {
    const entry = objectOf(one)
    const [name, hex] = [nonEmptyText(entry.value), colorIn(entry.color)]
    return name !== undefined && hex !== undefined ? [[name, hex]] : []
  })
  return { main: colorIn(color), ofValues: new Map(chosen) }
}

/** The width of the intervals of numbers. */
function widthIn(data: Json): number | undefined {
  const width = finiteNumber(data.interval)
  return width !== undefined && width > 0 ? width : undefined
}

/** The filters of the configuration, as parameters of the API. */
export const filtersIn = (configuration: Json): Parameters => [
  ...new URLSearchParams((nonEmptyText(objectOf(configuration.data).filters) ?? '').replace(/^[^?]*\?/, '')),
]

const readable = ({ fields }: Dataset): Column[] => fields.filter(isReadable)

/** The schema tells how many values there are, not how many rows: values are taken to repeat. */
const factsOf = ({ distinct }: Column): Facts | undefined =>
  distinct === undefined ? undefined : { distinct, filled: Number.POSITIVE_INFINITY, empty: 0 }
