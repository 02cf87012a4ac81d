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
import { type Chart, isSequence } from '../shared/charting/chart'
import type { ChartData, GroupedData, ScatterData } from '../shared/charting/chart-data'
import { grounds, neutral, type Theme, translucent } from '../shared/legends/palette'
import { fontFamily, type Layout, type Look } from './drawing-options'
import { labelSpace, valueLabels, writesValues } from './labels'
import { seriesColors } from './series-colors'
import { tooltipOf } from './tooltip'

Drawing.register(
  ...[BarController, BarElement, LineController, LineElement, PointElement, DoughnutController, ArcElement],
  ...[ScatterController, CategoryScale, LinearScale, Filler, Tooltip],
)
Drawing.defaults.font.family = fontFamily

const texts: Record<Theme, { text: string; quiet: string; grid: string }> = {
  light: { text: '#1b2327', quiet: '#56626a', grid: '#e6eaed' },
  dark: { text: '#e8edef', quiet: '#a5b1b8', grid: '#2b353b' },
}

/** Whether bars lie: when their names are too long to stand side by side. */
function hasHorizontalBars(chart: Chart, data: ChartData, width: number): boolean {
  if (chart.kind !== 'bar' || data.kind === 'points') return false
  if (chart.direction !== 'auto') return chart.direction === 'horizontal'
  if (isSequence(chart)) return false
  const longest = Math.max(0, ...data.labels.map((label) => label.length))
  return longest * 7 + 20 > width / Math.max(1, data.labels.length)
}

export function drawingOf(chart: Chart, data: ChartData, look: Look): ChartConfiguration {
  const { text } = texts[look.theme]
  const { formats } = look
  const layout = layoutOf(chart, data, look)
  const write = (value: number) =>
    layout.isPercent ? `${formats.number(Math.round(value * 10) / 10)} %` : formats.number(value)
  const writes = writesValues(chart, data, look, layout, write)
  const axes = axesOf(chart, data, look, {
    ...layout,
    hasValueAxis: !(writes && chart.kind === 'bar' && !layout.isStacked),
  })
  return {
    type: typeOf(chart),
    data: { labels: data.kind === 'groups' ? data.labels : [], datasets: datasetsOf(chart, data, look, layout) },
    plugins: writes ? [valueLabels(text, write)] : [],
    options: {
      responsive: true,
      ...(chart.kind === 'pie' ? { cutout: '58%' } : {}),
      maintainAspectRatio: false,
      animation: look.isStill ? false : { duration: 450, onComplete: look.onDrawn },
      indexAxis: layout.isHorizontal ? 'y' : 'x',
      layout: { padding: writes ? labelSpace(chart, data, layout, write) : { top: 8, right: 12 } },
      interaction:
        chart.kind === 'scatter' || chart.kind === 'pie'
          ? { mode: 'nearest', intersect: true }
          : { mode: 'index', intersect: false, axis: layout.isHorizontal ? 'y' : 'x' },
      onClick: (_, [element]) => {
        if (element) look.onChoose(element.index)
      },
      plugins: { legend: { display: false }, tooltip: tooltipOf(chart, data, look, layout) },
      ...(axes ? { scales: axes } : {}),
    },
  }
}

function layoutOf(chart: Chart, data: ChartData, { width }: Look): Layout {
  const stacking = 'stacking' in chart && data.series.length > 1 ? chart.stacking : 'grouped'
  return {
    isHorizontal: hasHorizontalBars(chart, data, width),
    isStacked: stacking !== 'grouped',
    isPercent: stacking === 'percent',
  }
}

/** The axes of the chart; undefined for a pie. */
function axesOf(
  chart: Chart,
  data: ChartData,
  look: Look,
  { isHorizontal, isStacked, isPercent, hasValueAxis }: Layout & { hasValueAxis: boolean },
) {
  if (chart.kind === 'pie') return undefined
  const { text, quiet, grid } = texts[look.theme]
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
    display: hasValueAxis,
    grid: { color: grid, drawTicks: false },
    ticks: {
      ...tick,
      padding: 8,
      ...(isWhole ? { precision: 0 } : {}),
      maxTicksLimit: isHorizontal ? Math.max(3, Math.round(look.width / 110)) : 7,
      callback: (value: string | number, _at: number, ticks: readonly { value: number }[]) =>
        isPercent
          ? `${value} %`
          : look.formats.compact(Number(value), Math.max(...ticks.map((one) => Math.abs(one.value)))),
    },
    ...(isPercent ? { max: 100 } : {}),
  }
  if (chart.kind === 'scatter') {
    const named = (name: string) => ({ ...valueAxis, title: { display: true, text: name, ...tick } })
    return { x: named(chart.x.name), y: named(chart.y.name) }
  }
  const groupAxis = {
    type: 'category' as const,
    stacked: isStacked,
    border: { color: quiet },
    grid: { display: false },
    ticks: {
      ...tick,
      color: isHorizontal ? text : quiet,
      maxRotation: 0,
      autoSkip: !isHorizontal,
      autoSkipPadding: 16,
      callback: (_: unknown, index: number) =>
        data.kind === 'groups' ? shortened(data.labels[index] ?? '', isHorizontal ? look.width : 0) : '',
    },
  }
  return isHorizontal ? { y: groupAxis, x: valueAxis } : { x: groupAxis, y: valueAxis }
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

function datasetsOf(chart: Chart, data: ChartData, look: Look, { isPercent }: Layout): ChartDataset[] {
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

/** A name that leaves room for bars beside it. */
function shortened(label: string, width: number): string {
  const max = width === 0 ? 22 : Math.max(12, Math.round(width / 24))
  return label.length > max ? `${label.slice(0, max - 1)}…` : label
}

export { Drawing }
