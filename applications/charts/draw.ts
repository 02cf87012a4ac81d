/** The chart of Chart.js for some data. */
import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  type ChartConfiguration,
  type ChartDataset,
  DoughnutController,
  Chart as Drawing,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  ScatterController,
  Tooltip,
} from 'chart.js'
import { addsUp, type Chart } from '../shared/charting/chart'
import type { ChartData, GroupedData, ScatterData } from '../shared/charting/data'
import { categoryColors, grounds, neutral, type Theme, translucent } from '../shared/legends/palette'
import type { Formats } from '../shared/locale'
import { labelSpace, valueLabels } from './labels'

Drawing.register(
  ...[BarController, BarElement, LineController, LineElement, PointElement, DoughnutController, ArcElement],
  ...[ScatterController, CategoryScale, LinearScale, Filler, Tooltip],
)

export type Look = {
  formats: Formats
  theme: Theme
  primary: string
  isStill: boolean
  /** Width of the drawing in CSS pixels. */
  width: number
  /** Names of hidden series. */
  hidden: ReadonlySet<string>
  /** Groups that the address selects: the others are pale. */
  selected: readonly string[]
  onDrawn: () => void
  onChoose: (index: number) => void
}

const texts: Record<Theme, { text: string; quiet: string; grid: string }> = {
  light: { text: '#1b2327', quiet: '#56626a', grid: '#e6eaed' },
  dark: { text: '#e8edef', quiet: '#a5b1b8', grid: '#2b353b' },
}

/** The colours of the series, or of the slices of a pie. */
export function seriesColors(
  chart: Chart,
  data: ChartData,
  { theme, primary }: Pick<Look, 'theme' | 'primary'>,
): string[] {
  const count = chart.kind === 'pie' && data.kind === 'groups' ? data.labels.length : data.series.length
  const colors = categoryColors(primary, theme, count)
  return data.hasRest && count > 1 ? [...colors.slice(0, -1), neutral[theme]] : colors
}

/** Whether bars lie: when their names are too long to stand side by side. */
function isHorizontal(chart: Chart, data: ChartData, width: number): boolean {
  if (chart.kind !== 'bar' || data.kind === 'points') return false
  if (chart.direction !== 'auto') return chart.direction === 'horizontal'
  if (chart.step) return false
  const longest = Math.max(0, ...data.labels.map((label) => label.length))
  return longest * 7 + 20 > width / Math.max(1, data.labels.length)
}

export function drawingOf(chart: Chart, data: ChartData, look: Look): ChartConfiguration {
  const { text, quiet, grid } = texts[look.theme]
  const { formats } = look
  const withUnit = (value: number) => `${formats.number(value)}${chart.unit && ` ${chart.unit}`}`
  const lies = isHorizontal(chart, data, look.width)
  const isPercent = 'stacking' in chart && chart.stacking === 'percent' && data.series.length > 1
  const isStacked = 'stacking' in chart && chart.stacking !== 'grouped' && data.series.length > 1
  // Counts and other whole numbers have no ticks between them.
  const isWhole =
    !isPercent &&
    data.kind === 'groups' &&
    data.series.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)))
  const tick = { color: quiet, font: { size: 12 } }
  const valueAxis = {
    stacked: isStacked,
    beginAtZero: chart.kind === 'bar' || chart.kind === 'area' || chart.kind === 'histogram',
    border: { display: false },
    // Values that are written need no axis.
    display: !(chart.hasValues && chart.kind === 'bar'),
    grid: { color: grid, drawTicks: false },
    ticks: {
      ...tick,
      padding: 8,
      ...(isWhole ? { precision: 0 } : {}),
      maxTicksLimit: lies ? Math.max(3, Math.round(look.width / 110)) : 7,
      callback: (value: string | number) => (isPercent ? `${value} %` : formats.compact(Number(value))),
    },
    ...(isPercent ? { max: 100 } : {}),
  }
  const groupAxis = {
    type: 'category' as const,
    stacked: isStacked,
    border: { color: quiet },
    grid: { display: false },
    ticks: {
      ...tick,
      color: lies ? text : quiet,
      maxRotation: 0,
      autoSkip: !lies,
      autoSkipPadding: 16,
      callback: (_: unknown, index: number) =>
        data.kind === 'groups' ? shortened(data.labels[index] ?? '', lies ? look.width : 0) : '',
    },
  }
  const axes = scalesOf(chart, { groupAxis, valueAxis, lies, quiet })
  return {
    type: typeOf(chart),
    data: { labels: data.kind === 'groups' ? data.labels : [], datasets: datasetsOf(chart, data, look, isPercent) },
    plugins: chart.hasValues ? [valueLabels(text, formats.number)] : [],
    options: {
      responsive: true,
      ...(chart.kind === 'pie' ? { cutout: '58%' } : {}),
      maintainAspectRatio: false,
      animation: look.isStill ? false : { duration: 450, onComplete: look.onDrawn },
      indexAxis: lies ? 'y' : 'x',
      layout: { padding: labelSpace(chart, data, lies, formats.number) },
      interaction:
        chart.kind === 'scatter' || chart.kind === 'pie'
          ? { mode: 'nearest', intersect: true }
          : { mode: 'index', intersect: false, axis: lies ? 'y' : 'x' },
      onClick: (_, [element]) => {
        if (element) look.onChoose(element.index)
      },
      plugins: {
        legend: { display: false },
        tooltip: {
          backgroundColor: look.theme === 'dark' ? '#eef2f4' : '#1b2327',
          titleColor: look.theme === 'dark' ? '#12181b' : '#ffffff',
          bodyColor: look.theme === 'dark' ? '#2b353b' : '#e8edef',
          padding: 10,
          cornerRadius: 6,
          boxPadding: 4,
          displayColors: data.series.length > 1 || chart.kind === 'pie',
          callbacks: {
            ...(chart.kind === 'scatter' ? { title: ([item]) => nameOfPoint(item?.raw) } : {}),
            label: (item) => {
              const value = chart.kind === 'pie' ? item.parsed : lies ? item.parsed.x : item.parsed.y
              const name = item.dataset.label ? `${item.dataset.label}: ` : ''
              if (chart.kind === 'scatter') {
                return [
                  `${chart.x.name}: ${formats.number(item.parsed.x ?? 0)}`,
                  `${chart.y.name}: ${withUnit(item.parsed.y ?? 0)}`,
                ]
              }
              if (isPercent) return `${name}${formats.number(Number(value))} %`
              if (chart.kind === 'pie') {
                const share = addsUp(chart.metric) ? ` (${shareOf(data, item.dataIndex)})` : ''
                return ` ${item.label}: ${withUnit(Number(value))}${share}`
              }
              return ` ${name}${withUnit(Number(value))}`
            },
          },
        },
      },
      ...(axes ? { scales: axes } : {}),
    },
  }

  function shareOf(all: ChartData, index: number): string {
    if (all.kind === 'points') return ''
    const values = all.series[0]?.values ?? []
    const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0)
    return `${formats.number(Math.round(((values[index] ?? 0) / (sum || 1)) * 1_000) / 10)} %`
  }
}

const typeOf = ({ kind }: Chart) =>
  (
    ({
      bar: 'bar',
      histogram: 'bar',
      calendar: 'bar',
      line: 'line',
      area: 'line',
      pie: 'doughnut',
      scatter: 'scatter',
    }) as const
  )[kind]

type Axes = { groupAxis: object; valueAxis: object; lies: boolean; quiet: string }

function scalesOf(chart: Chart, { groupAxis, valueAxis, lies, quiet }: Axes) {
  if (chart.kind === 'pie') return undefined
  if (chart.kind !== 'scatter') return lies ? { y: groupAxis, x: valueAxis } : { x: groupAxis, y: valueAxis }
  const named = (text: string) => ({ ...valueAxis, title: { display: true, text, color: quiet, font: { size: 12 } } })
  return { x: named(chart.x.name), y: named(chart.y.name) }
}

function datasetsOf(chart: Chart, data: ChartData, look: Look, isPercent: boolean): ChartDataset[] {
  const colors = seriesColors(chart, data, look)
  if (data.kind === 'points') return pointSets(data, colors, look)
  if (chart.kind === 'pie') return [slices(data, colors, look)]
  const sums = data.labels.map((_, at) =>
    data.series.reduce((sum, { name, values }) => sum + (look.hidden.has(name) ? 0 : (values[at] ?? 0)), 0),
  )
  const isOne = data.series.length === 1
  return data.series.map(({ name, values }, at): ChartDataset => {
    const color = colors[at] ?? look.primary
    const shown = isPercent ? values.map((value, group) => ((value ?? 0) / (sums[group] || 1)) * 100) : values
    const base = { label: data.series.length > 1 ? name : '', data: shown, hidden: look.hidden.has(name) }
    if (chart.kind === 'bar' || chart.kind === 'histogram') {
      const isPale = (index: number) => look.selected.length > 0 && !look.selected.includes(data.keys[index] ?? '')
      return {
        type: 'bar',
        ...base,
        backgroundColor: data.labels.map((_, index) => {
          const own = isOne && data.hasRest && index === data.labels.length - 1 ? neutral[look.theme] : color
          return isPale(index) ? translucent(own, 0.3) : own
        }),
        hoverBackgroundColor: translucent(color, 0.8),
        borderRadius: 3,
        ...(chart.kind === 'histogram' ? {} : { maxBarThickness: 56 }),
        categoryPercentage: chart.kind === 'histogram' ? 1 : 0.82,
        barPercentage: chart.kind === 'histogram' ? 0.96 : 0.92,
      }
    }
    return {
      type: 'line',
      ...base,
      borderColor: color,
      backgroundColor: translucent(color, data.series.length > 1 ? 0.55 : 0.18),
      fill:
        chart.kind === 'area'
          ? at === 0 || !('stacking' in chart) || chart.stacking === 'grouped'
            ? 'origin'
            : '-1'
          : false,
      borderWidth: 2.25,
      pointRadius: values.length > 40 ? 0 : 2.5,
      pointHoverRadius: 5,
      pointBackgroundColor: color,
      spanGaps: true,
    }
  })
}

function slices(data: GroupedData, colors: readonly string[], { theme, selected }: Look): ChartDataset {
  const isPale = (index: number) => selected.length > 0 && !selected.includes(data.keys[index] ?? '')
  return {
    type: 'doughnut',
    label: '',
    data: data.series[0]?.values ?? [],
    backgroundColor: colors.map((color, index) => (isPale(index) ? translucent(color, 0.3) : color)),
    borderColor: grounds[theme],
    borderWidth: 2,
    hoverOffset: 6,
  }
}

function pointSets({ series }: ScatterData, colors: readonly string[], { hidden, theme }: Look): ChartDataset[] {
  return series.map(({ name, points }, at) => ({
    type: 'scatter',
    label: name,
    data: points,
    hidden: hidden.has(name),
    backgroundColor: translucent(colors[at] ?? '', 0.65),
    borderColor: grounds[theme],
    borderWidth: 0.75,
    pointRadius: points.length > 400 ? 3 : 4.5,
    pointHoverRadius: 7,
  }))
}

/** The name of a point, which is more than Chart.js knows of it. */
const nameOfPoint = (raw: unknown): string =>
  typeof raw === 'object' && raw !== null && 'name' in raw ? String(raw.name) : ''

/** A name that leaves room for bars beside it. */
function shortened(label: string, width: number): string {
  const max = width === 0 ? 22 : Math.max(12, Math.round(width / 24))
  return label.length > max ? `${label.slice(0, max - 1)}…` : label
}

export { Drawing }
