/** A chart of the page as the configuration of the application of charts. Pure. */
import type { ChartChoice } from './choice'

/** The members `data` and `display` of the configuration; undefined for charts that the application cannot draw. */
export function configurationOf({ chart, isWidthChosen }: ChartChoice): { data: object; display: object } | undefined {
  const series = 'series' in chart && chart.series ? { series: chart.series.key } : {}
  // The application chooses the interval by itself.
  if (chart.kind === 'histogram')
    return isWidthChosen ? undefined : { data: { type: chart.kind, x: chart.x.key, bins: chart.bins }, display: {} }
  if (chart.kind === 'scatter') {
    const { x, y, topSeries } = chart
    return { data: { type: chart.kind, x: x.key, y: y.key, topSeries, ...series }, display: {} }
  }
  if (chart.width !== undefined) return undefined
  const { kind, group, step, metric, top, topSeries, stacking } = chart
  return {
    data: {
      type: kind,
      group: group.key,
      ...(step ? { step } : {}),
      metric: metric.name,
      ...(metric.name === 'count' ? {} : { metricField: metric.field.key }),
      ...series,
      sort: step ? 'label' : 'figure',
      top,
      topSeries,
    },
    display: { stacking },
  }
}
