/** Values written beside bars and on slices, a plugin of Chart.js. */
import type { Chart as Drawing, Plugin } from 'chart.js'
import type { Chart } from '../shared/charting/chart'
import type { ChartData } from '../shared/charting/chart-data'
import { textOn } from '../shared/legends/palette'
import { fontFamily } from './drawing-options'

/** Room for the labels at the end of the longest bar. */
export function labelSpace(chart: Chart, data: ChartData, lies: boolean, write: (value: number) => string) {
  if (!chart.hasValues || chart.kind !== 'bar' || data.kind === 'points') return { top: 8, right: 12 }
  if (!lies) return { top: 24, right: 8 }
  const longest = Math.max(0, ...data.series.flatMap(({ values }) => values.map((value) => write(value ?? 0).length)))
  // A digit of the font is 7 px wide.
  return { top: 4, right: 14 + longest * 7 }
}

export const valueLabels = (color: string, write: (value: number) => string): Plugin => ({
  id: 'valueLabels',
  afterDatasetsDraw(drawing) {
    const { ctx } = drawing
    ctx.save()
    ctx.font = `600 11px ${fontFamily}`
    const lies = drawing.options.indexAxis === 'y'
    for (const meta of drawing.getSortedVisibleDatasetMetas()) {
      const { data } = drawing.data.datasets[meta.index] ?? { data: [] }
      for (const [at, element] of meta.data.entries()) {
        const value = data[at]
        if (typeof value !== 'number') continue
        const { x, y } = element.tooltipPosition(true)
        const text = write(value)
        if (meta.type === 'doughnut') drawOnSlice(drawing, { at, text, x: x ?? 0, y: y ?? 0 })
        else {
          ctx.fillStyle = color
          ctx.textAlign = lies ? 'left' : 'center'
          ctx.textBaseline = lies ? 'middle' : 'bottom'
          ctx.fillText(text, (x ?? 0) + (lies ? 6 : 0), (y ?? 0) - (lies ? 0 : 4))
        }
      }
    }
    ctx.restore()
  },
})

/** Only where the slice is wide enough to be read. */
function drawOnSlice({ ctx, data }: Drawing, label: { at: number; text: string; x: number; y: number }) {
  const values = (data.datasets[0]?.data ?? []).map((value) => Number(value) || 0)
  const sum = values.reduce((total, value) => total + value, 0)
  if ((values[label.at] ?? 0) / (sum || 1) < 0.05) return
  const color = data.datasets[0]?.backgroundColor
  ctx.fillStyle = textOn(Array.isArray(color) ? String(color[label.at]) : '')
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.fillText(label.text, label.x, label.y)
}
