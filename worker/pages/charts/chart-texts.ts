/** How a chart and its figures are written for a reader. */

import type { Chart, Metric } from '../../../applications/shared/charting/chart'
import type { Wording } from '../../../applications/shared/charting/chart-data'
import type { FieldStatistics } from '../../datasets'
import type { Field } from '../../schema/field'
import { compared, decimalsIn, hasCents, isQuantity, readable } from '../table/quantity'
import type { View } from '../view'
import { type ChartChoice, mainColumn } from './chart-choice'
import type { Write } from './draw/axis'

export type Statistics = ReadonlyMap<string, FieldStatistics>

export function wordingOf(view: View, fields: readonly Field[], statistics: Statistics): Wording {
  const { say, locale } = view
  const quantities = new Set(
    fields.filter((field) => isQuantity(field, statistics.get(field.key))).map(({ key }) => key),
  )
  return {
    locale,
    value: (column, value) => {
      if (value === null || value === undefined || value === '') return ''
      const text = String(value)
      const label = column.labels.get(text)
      if (label !== undefined) return label
      if (column.type === 'boolean') return say(text === 'true' || text === '1' ? 'yes' : 'no')
      if (typeof value === 'number') return view.figure(value, quantities.has(column.key))
      return column.format === 'date' || column.format === 'date-time' ? view.date(text.slice(0, 10)) : text
    },
    short: shortOf(locale),
    figure: (metric) => metricText(view, metric),
    range: (from, to) => say('interval:of', { from, to }),
    other: say('otherGroups'),
    noValue: say('noValue'),
  }
}

function metricText({ say }: Pick<View, 'say'>, metric: Metric): string {
  return metric.name === 'count'
    ? say('metric:count')
    : say(vowel.test(metric.field.name) ? 'metricOfVowel' : 'metricOfColumn', {
        metric: say(`metric:${metric.name}`),
        column: metric.field.name,
      })
}

/** French elides before these letters. */
const vowel = /^[aeiouyàâéèêîïôûœ]/i

/** What a chart shows, as its title. */
export function chartTitle(view: View, { chart }: Pick<ChartChoice, 'chart'>): string {
  const { say } = view
  if (chart.kind === 'scatter') return say('scatterTitle', { x: chart.x.name, y: chart.y.name })
  const metric: Metric = chart.kind === 'histogram' ? { name: 'count' } : chart.metric
  const words = { what: metricText(view, metric), field: mainColumn(chart).name }
  const series = 'series' in chart ? chart.series : undefined
  return series ? say('chartTitleSeries', { ...words, series: series.name }) : say('chartTitle', words)
}

/** Figures of a chart: extremes of codes have no separators, amounts have their cents where their column does. */
export function writeOf(view: View, chart: Chart, fields: readonly Field[], statistics: Statistics): Write {
  const metric: Metric = chart.kind === 'histogram' || chart.kind === 'scatter' ? { name: 'count' } : chart.metric
  const isExtreme = metric.name === 'min' || metric.name === 'max'
  const measured = isExtreme || metric.name === 'sum' || metric.name === 'avg' ? metric.field : undefined
  const own = measured && fields.find(({ key }) => key === measured.key)
  const known = own && statistics.get(own.key)
  const isCoded = isExtreme && own !== undefined && !isQuantity(own, known)
  const decimals = own ? decimalsIn(own, known) : 0
  const short = shortOf(view.locale)
  return {
    full: (value) =>
      own && hasCents(own, metric.name === 'avg' ? 0 : readable(value), decimals)
        ? view.amount(value)
        : view.figure(metric.name === 'avg' ? compared(value) : readable(value), !isCoded),
    short: (value, largest) => (isCoded ? view.figure(value, false) : short(value, largest)),
  }
}

function shortOf(locale: string): (value: number, largest?: number) => string {
  // The ticks of an axis differ in their last digits.
  const plain = new Intl.NumberFormat(locale, { maximumSignificantDigits: 7 })
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  return (value, largest = value) => (Math.max(Math.abs(value), largest) < 10_000 ? plain : compact).format(value)
}
