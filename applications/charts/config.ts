/** The configuration of a chart. Pure. */
import { type Dataset, type Field, fieldAt, isDated } from '../shared/application'
import { type Json, objectOf, oneOf, textOf, wholeOf } from '../shared/json'

export const steps = ['month', 'day', 'week', 'quarter', 'year'] as const
export type Step = (typeof steps)[number]
export type Metric = { name: 'count' } | { name: 'sum' | 'avg' | 'min' | 'max'; field: Field }

export type GroupedChart = {
  kind: 'bar' | 'line' | 'area' | 'pie'
  group: Field
  /** Set when the groups are dates. */
  step: Step | undefined
  metric: Metric
  series: Field | undefined
  sort: 'figure' | '-figure' | 'label'
  top: number
  topSeries: number
  stacking: 'grouped' | 'stacked' | 'percent'
  direction: 'auto' | 'vertical' | 'horizontal'
}
export type ScatterChart = {
  kind: 'scatter'
  x: Field
  y: Field
  series: Field | undefined
  label: Field | undefined
  topSeries: number
}
export type Histogram = { kind: 'histogram'; x: Field; bins: number }

export type Chart = (GroupedChart | ScatterChart | Histogram) & { unit: string; hasValues: boolean }

/** What the configuration lacks. */
export type Missing = 'group' | 'metricField' | 'x' | 'y'

const kinds = ['bar', 'line', 'area', 'pie', 'scatter', 'histogram'] as const

export function chartOf(configuration: Json, dataset: Dataset): { chart: Chart } | { missing: Missing[] } {
  const [data, display] = [objectOf(configuration.data), objectOf(configuration.display)]
  const kind = oneOf(data.type, kinds)
  const column = (name: string) => fieldAt(dataset, data[name])
  const [group, x, y, metricField] = [column('group'), column('x'), column('y'), column('metricField')]
  const look = { unit: textOf(display.unit) ?? '', hasValues: display.values === true }
  const topSeries = wholeOf(data.topSeries, 6, 1, 20)
  if (kind === 'histogram') {
    return x ? { chart: { kind, x, bins: wholeOf(data.bins, 20, 3, 60), ...look } } : { missing: ['x'] }
  }
  if (kind === 'scatter') {
    if (x && y) return { chart: { kind, x, y, series: column('series'), label: column('label'), topSeries, ...look } }
    return { missing: [...(x ? [] : (['x'] as const)), ...(y ? [] : (['y'] as const))] }
  }
  const name = oneOf(data.metric, ['count', 'sum', 'avg', 'min', 'max'])
  const metric = name === 'count' ? { name } : metricField && { name, field: metricField }
  if (!group || !metric) {
    return { missing: [...(group ? [] : (['group'] as const)), ...(metric ? [] : (['metricField'] as const))] }
  }
  return {
    chart: {
      kind,
      group,
      step: isDated(group) ? oneOf(data.step, steps) : undefined,
      metric,
      series: kind === 'pie' ? undefined : column('series'),
      sort: oneOf(data.sort, ['figure', '-figure', 'label']),
      top: wholeOf(data.top, 12, 1, 200),
      topSeries,
      stacking: oneOf(display.stacking, ['grouped', 'stacked', 'percent']),
      direction: oneOf(display.direction, ['auto', 'vertical', 'horizontal']),
      ...look,
    },
  }
}
