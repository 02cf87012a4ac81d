/** Values written on a drawing, a plugin of Chart.js: beside bars, in the parts of stacked bars, on slices, at the ends of lines. */
import type { Chart as Drawing, Plugin } from 'chart.js'
import type { Chart } from '../shared/charting/chart'
import type { ChartData } from '../shared/charting/chart-data'
import { textOn } from '../shared/legends/palette'
import { fontFamily, type Layout, type Look } from './drawing-options'

/** Pixels: a digit and a line of the labels, and the room around the text of a part. */
const [digit, lineHeight, gap] = [7, 14, 6]

type Write = (value: number) => string
type Box = { left: number; right: number; top: number; bottom: number }
type Label = { text: string; x: number; y: number; align: 'left' | 'center'; color: string }

/** Whether the values are written: those of bars where there is room for each. */
export function writesValues(
  chart: Chart,
  data: ChartData,
  { width, height, hidden }: Pick<Look, 'width' | 'height' | 'hidden'>,
  { isHorizontal, isStacked }: Layout,
  write: Write,
): boolean {
  if (!chart.hasValues || data.kind === 'points') return false
  if ((chart.kind !== 'bar' && chart.kind !== 'histogram') || isStacked) return true
  const bars = data.labels.length * data.series.filter(({ name }) => !hidden.has(name)).length
  return isHorizontal ? height >= bars * lineHeight : width >= bars * longestOf(data, write) * digit
}

/** Room for the labels at the ends of lines, or of the longest bar. */
export function labelSpace(chart: Chart, data: ChartData, { isHorizontal, isStacked }: Layout, write: Write) {
  const [isLine, isBar] = [chart.kind === 'line' || chart.kind === 'area', chart.kind === 'bar' && !isStacked]
  if (data.kind === 'points' || (!isLine && !isBar)) return { top: 8, right: 12 }
  if (isBar && !isHorizontal) return { top: 24, right: 8 }
  return { top: isLine ? 8 : 4, right: 2 * gap + longestOf(data, write) * digit }
}

const longestOf = ({ series }: Extract<ChartData, { kind: 'groups' }>, write: Write): number =>
  Math.max(0, ...series.flatMap(({ values }) => values.map((value) => write(value ?? 0).length)))

export const valueLabels = (color: string, write: Write): Plugin => ({
  id: 'valueLabels',
  afterDatasetsDraw(drawing) {
    const { ctx } = drawing
    ctx.save()
    ctx.font = `600 11px ${fontFamily}`
    const labels = drawing.getSortedVisibleDatasetMetas().flatMap((meta) => labelsOf(drawing, meta, color, write))
    const boxes = labels.map(({ text, x, y, align }) => {
      const { width } = ctx.measureText(text)
      const left = align === 'left' ? x : x - width / 2
      return { left, right: left + width, top: y - lineHeight / 2, bottom: y + lineHeight / 2 }
    })
    ctx.textBaseline = 'middle'
    for (const at of apart(boxes)) {
      const label = labels[at]
      if (!label) continue
      ctx.fillStyle = label.color
      ctx.textAlign = label.align
      ctx.fillText(label.text, label.x, label.y)
    }
    ctx.restore()
  },
})

/** The positions of the boxes that overlap none before them. */
export function apart(boxes: readonly Box[]): number[] {
  const shown: [number, Box][] = []
  for (const [at, box] of boxes.entries()) {
    const isCovered = shown.some(
      ([, { left, right, top, bottom }]) =>
        box.left < right && left < box.right && box.top < bottom && top < box.bottom,
    )
    if (!isCovered) shown.push([at, box])
  }
  return shown.map(([at]) => at)
}

function labelsOf(
  drawing: Drawing,
  { index, type, data: elements }: ReturnType<Drawing['getSortedVisibleDatasetMetas']>[number],
  color: string,
  write: Write,
): Label[] {
  const { data = [], backgroundColor } = drawing.data.datasets[index] ?? {}
  const ground = (at: number) => String(Array.isArray(backgroundColor) ? backgroundColor[at] : backgroundColor)
  const lies = drawing.options.indexAxis === 'y'
  const isStacked = Object.values(drawing.scales).some(({ options }) => 'stacked' in options && options.stacked)
  const sum = data.reduce<number>((total, value) => total + (Number(value) || 0), 0)
  const last = data.findLastIndex((value) => typeof value === 'number')
  return elements.flatMap((element, at): Label[] => {
    const value = data[at]
    if (typeof value !== 'number' || (type === 'line' && at !== last)) return []
    const { x: pointedX, y: pointedY } = element.tooltipPosition(true)
    const [x, y, text] = [pointedX ?? 0, pointedY ?? 0, write(value)]
    if (type === 'line') return [{ text, x: x + gap, y, align: 'left', color }]
    // Only where the slice is wide enough to be read.
    if (type === 'doughnut')
      return value / (sum || 1) < 0.05 ? [] : [{ text, x, y, align: 'center', color: textOn(ground(at)) }]
    if (isStacked) {
      const { base } = element.getProps(['base'], true) as { base?: number } // of a bar
      const size = Math.abs((lies ? x : y) - (base ?? 0))
      if (size < (lies ? drawing.ctx.measureText(text).width + gap : lineHeight)) return []
      const middle = ((lies ? x : y) + (base ?? 0)) / 2
      return [{ text, x: lies ? middle : x, y: lies ? y : middle, align: 'center', color: textOn(ground(at)) }]
    }
    return [{ text, x: lies ? x + gap : x, y: lies ? y : y - gap - 4, align: lies ? 'left' : 'center', color }]
  })
}
