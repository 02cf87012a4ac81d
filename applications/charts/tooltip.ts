/** What the pointer shows of a chart of Chart.js. */
import type { ChartConfiguration } from 'chart.js'
import { addsUp, type Chart } from '../shared/charting/chart'
import type { ChartData } from '../shared/charting/chart-data'
import { grounds } from '../shared/legends/palette'
import type { Layout, Look } from './drawing-options'

type Plugins = NonNullable<NonNullable<ChartConfiguration['options']>['plugins']>
type TooltipOptions = NonNullable<Plugins['tooltip']>

export function tooltipOf(
  chart: Chart,
  data: ChartData,
  { theme, formats }: Look,
  { isHorizontal, isPercent }: Layout,
): TooltipOptions {
  const withUnit = (value: number) => `${formats.number(value)}${chart.unit && ` ${chart.unit}`}`
  return {
    backgroundColor: theme === 'dark' ? '#eef2f4' : '#1b2327',
    titleColor: grounds[theme],
    bodyColor: theme === 'dark' ? '#2b353b' : '#e8edef',
    padding: 10,
    cornerRadius: 6,
    boxPadding: 4,
    displayColors: data.series.length > 1 || chart.kind === 'pie',
    callbacks: {
      ...(chart.kind === 'scatter' ? { title: ([item]) => nameOfPoint(item?.raw) } : {}),
      label: ({ parsed, dataset, label, dataIndex }) => {
        if (chart.kind === 'scatter') {
          return [`${chart.x.name}: ${formats.number(parsed.x ?? 0)}`, `${chart.y.name}: ${withUnit(parsed.y ?? 0)}`]
        }
        if (chart.kind === 'pie') {
          const share = addsUp(chart.metric) ? ` (${formats.number(percentOf(data, dataIndex))} %)` : ''
          // Chart.js types the value of every chart as a point.
          return ` ${label}: ${withUnit(Number(parsed))}${share}`
        }
        const name = dataset.label ? `${dataset.label}: ` : ''
        const value = Number(isHorizontal ? parsed.x : parsed.y)
        return isPercent ? `${name}${formats.number(value)} %` : ` ${name}${withUnit(value)}`
      },
    },
  }
}

/** The share of a slice in percent, with one decimal. */
function percentOf(data: ChartData, index: number): number {
  if (data.kind === 'points') return 0
  const values = data.series[0]?.values ?? []
  const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0)
  return Math.round(((values[index] ?? 0) / (sum || 1)) * 1_000) / 10
}

/** The name of a point, which is more than Chart.js knows of it. */
const nameOfPoint = (raw: unknown): string =>
  typeof raw === 'object' && raw !== null && 'name' in raw ? String(raw.name) : ''
