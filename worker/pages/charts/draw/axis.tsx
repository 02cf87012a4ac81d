/** The axes of charts, and the geometry that they share. */
import { intervalWidth } from '../../../../applications/shared/charting/first-chart'
import { shortened } from '../../../schema/cut-text'

/** Widths of a chart in units of its view box: in a page, and in the window of a phone. */
export const wideWidth = 720
export const narrowWidth = 350
/** Colours of series: beyond, they repeat. */
const seriesColors = 8

export type Write = {
  /** A figure in full, and in a small place. */
  full: (value: number) => string
  /** @param largest of the same axis, so that all its ticks have one unit */
  short: (value: number, largest?: number) => string
}

/** The range of an axis with its ticks: round numbers, and zero unless `isFree`. */
export type AxisRange = { floor: number; ceiling: number; ticks: number[] }

export function axisRangeOf(values: readonly number[], isFree = false): AxisRange {
  const most = values.reduce((one, other) => Math.max(one, other), isFree ? Number.NEGATIVE_INFINITY : 0)
  const least = values.reduce((one, other) => Math.min(one, other), isFree ? Number.POSITIVE_INFINITY : 0)
  if (!Number.isFinite(most - least)) return { floor: 0, ceiling: 1, ticks: [0, 1] }
  const step = intervalWidth({ min: least, max: most, count: 5, isWhole: values.every(Number.isInteger) })
  const floor = Math.floor(least / step) * step
  const ceiling = Math.max(Math.ceil(most / step) * step, floor + step)
  const count = Math.min(50, Math.round((ceiling - floor) / step))
  return {
    floor,
    ceiling,
    ticks: Array.from({ length: count + 1 }, (_, at) => Number((floor + at * step).toPrecision(12))),
  }
}

/** Coordinates with one decimal: a tenth of a pixel is not seen. */
export const round = (value: number): number => Math.round(value * 10) / 10

/** The class with the colour of a series; that of the rest is a grey. */
export const colorOf = (at: number, isOther = false): string => (isOther ? 'sx' : `s${at % seriesColors}`)

/** The lines and the numbers of a vertical axis. */
export function ValueAxis(props: {
  range: AxisRange
  y: (value: number) => number
  left: number
  width: number
  write: Write
}) {
  const { range, y, left, width, write } = props
  return (
    <>
      {range.ticks.map((tick) => (
        <g>
          <line class="grid-line" x1={left} x2={width} y1={round(y(tick))} y2={round(y(tick))} />
          <text class="tick" x={left - 8} y={round(y(tick) + 4)} text-anchor="end">
            {write.short(tick, range.ceiling)}
          </text>
        </g>
      ))}
    </>
  )
}

/** The lines and the numbers of a horizontal axis of values; `height` is that of the lines. */
export function HorizontalAxis(props: {
  range: AxisRange
  x: (value: number) => number
  height: number
  write: Write
}) {
  const { range, x, height, write } = props
  return (
    <>
      {range.ticks.map((tick) => (
        <g>
          <line class="grid-line" x1={round(x(tick))} x2={round(x(tick))} y1={0} y2={height} />
          <text class="tick" x={round(x(tick))} y={height + 14} text-anchor="middle">
            {write.short(tick, range.ceiling)}
          </text>
        </g>
      ))}
    </>
  )
}

/** The names under a horizontal axis: as many as there is room for. */
export function NameAxis(props: {
  names: readonly string[]
  x: (at: number) => number
  y: number
  each: number
  /** Where the drawing ends: the last name ends there if it would be longer. */
  right: number
}) {
  const { names, x, y, each, right } = props
  const longest = Math.max(1, ...names.map((name) => Math.min(name.length, 16)))
  const every = Math.max(1, Math.ceil((longest * 6.5 + 10) / each))
  const isCut = (name: string, at: number) => x(at) + Math.min(name.length, 16) * 3.25 > right
  return (
    <>
      {names.map((name, at) =>
        at % every === 0 ? (
          <text
            class="tick"
            x={isCut(name, at) ? right : round(x(at))}
            y={y}
            text-anchor={isCut(name, at) ? 'end' : 'middle'}
          >
            {shortened(name, 16)}
            {name.length > 16 && <title>{name}</title>}
          </text>
        ) : null,
      )}
    </>
  )
}
