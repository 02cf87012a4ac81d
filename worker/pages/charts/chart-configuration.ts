/** A chart of the page as the configuration of the application of charts. Pure. */
import { isSequence } from '../../../applications/shared/charting/chart'
import { linesQuery } from '../table/state'
import type { ChartChoice } from './chart-choice'

/** The stored address of the application of charts. */
export const chartsBase = '/build/applications/charts/'

type Configuration = { data: Record<string, unknown>; display: Record<string, unknown> }

/**
 * The members `data` and `display` of the configuration.
 *
 * @param params the query of the page, with the filters of the rows
 */
export function configurationOf({ chart, isWidthChosen, width }: ChartChoice, params: URLSearchParams): Configuration {
  const filters = linesQuery(params).toString()
  const shared = {
    ...('series' in chart && chart.series ? { series: chart.series.key } : {}),
    ...(filters ? { filters } : {}),
  }
  if (chart.kind === 'histogram') {
    const intervals = isWidthChosen ? { interval: width } : { bins: chart.bins }
    return { data: { type: chart.kind, x: chart.x.key, ...intervals, ...shared }, display: {} }
  }
  if (chart.kind === 'scatter') {
    const { x, y, topSeries } = chart
    return { data: { type: chart.kind, x: x.key, y: y.key, topSeries, ...shared }, display: {} }
  }
  const { kind, group, step, metric, series, sort, top, topSeries, hasOther, stacking } = chart
  const isOrdered = isSequence(chart)
  return {
    data: {
      type: kind,
      group: group.key,
      ...(step ? { step } : {}),
      ...(chart.width === undefined ? {} : { interval: chart.width }),
      metric: metric.name,
      ...(metric.name === 'count' ? {} : { metricField: metric.field.key }),
      sort,
      top,
      topSeries,
      ...(kind === 'bar' && hasOther ? { others: true } : {}),
      ...shared,
    },
    display: {
      stacking,
      ...(kind === 'bar' ? { direction: isOrdered ? 'vertical' : 'horizontal', values: !isOrdered && !series } : {}),
    },
  }
}
