/** Charts as SVG, rendered on the server: they need no script, print well, and have a table beside them. */
import { shortened } from '../../schema/cut-text'
import { niceStep } from './choice'

export type Mark = { label: string; value: number }

const width = 720

/** Horizontal bars: names are read from left to right. */
export function BarChart({ marks, format }: { marks: readonly Mark[]; format: (value: number) => string }) {
  const row = 26
  const longest = Math.max(...marks.map(({ label }) => Math.min(28, label.length)), 4)
  const left = 16 + longest * 7
  const most = Math.max(...marks.map(({ value }) => value), 0)
  const least = Math.min(...marks.map(({ value }) => value), 0)
  const scale = (width - left - 90) / (most - least || 1)
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${marks.length * row + 8}`} role="presentation">
      {marks.map(({ label, value }, at) => {
        const y = at * row + 4
        const x = left + (Math.min(0, value) - least) * scale
        return (
          <g>
            <text x={left - 8} y={y + 16} text-anchor="end">
              {shortened(label, 27)}
            </text>
            <rect x={round(x)} y={y + 2} width={round(Math.max(1, Math.abs(value) * scale))} height={row - 6} rx={2}>
              <title>{`${label}: ${format(value)}`}</title>
            </rect>
            <text x={round(x + Math.max(1, Math.abs(value) * scale) + 6)} y={y + 16} class="figure">
              {format(value)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** Vertical bars along an axis: numbers and dates. */
export function ColumnChart({ marks, format }: { marks: readonly Mark[]; format: (value: number) => string }) {
  const height = 320
  const [left, bottom, top] = [64, 34, 10]
  const most = Math.max(...marks.map(({ value }) => value), 0)
  const least = Math.min(...marks.map(({ value }) => value), 0)
  const step = niceStep((most - least) / 5)
  const ceiling = Math.ceil(most / step) * step || 1
  const floor = Math.floor(least / step) * step
  const y = (value: number) => top + ((ceiling - value) / (ceiling - floor)) * (height - top - bottom)
  const each = (width - left - 8) / Math.max(1, marks.length)
  const every = Math.ceil(marks.length / 8)
  const ticks = Array.from({ length: Math.round((ceiling - floor) / step) + 1 }, (_, at) => floor + at * step)
  return (
    <svg class="chart" viewBox={`0 0 ${width} ${height}`} role="presentation">
      {ticks.map((tick) => (
        <g class="axis">
          <line x1={left} x2={width} y1={round(y(tick))} y2={round(y(tick))} />
          <text x={left - 8} y={round(y(tick) + 4)} text-anchor="end">
            {format(tick)}
          </text>
        </g>
      ))}
      {marks.map(({ label, value }, at) => (
        <g>
          <rect
            x={round(left + at * each + each * 0.08)}
            y={round(Math.min(y(value), y(0)))}
            width={round(Math.max(0.5, each * 0.84))}
            height={round(Math.abs(y(value) - y(0)))}
          >
            <title>{`${label}: ${format(value)}`}</title>
          </rect>
          {at % every === 0 && (
            <text x={round(left + (at + 0.5) * each)} y={height - 12} text-anchor="middle">
              {label}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

const round = (value: number): number => Math.round(value * 10) / 10
