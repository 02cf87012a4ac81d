/** Columns, lines and areas along an axis of numbers, dates or names. */
import type { GroupedData } from '../../../../applications/shared/charting/chart-data'
import { axisRangeOf, colorOf, NameAxis, round, ValueAxis, type Write, wideWidth } from './axis'
import { stackOf, startOf } from './bars'

type Input = {
  data: GroupedData
  kind: 'column' | 'line' | 'area'
  isStacked: boolean
  width: number
  write: Write
}

export const columnsHeight = 320
const [bottom, top] = [34, 10]

export function Columns({ data, kind, isStacked, width, write }: Input) {
  const left = width < wideWidth ? 48 : 64
  const { labels, series } = data
  const valuesAt = (group: number) => series.map(({ values }) => values[group] ?? 0)
  const range = axisRangeOf(
    isStacked
      ? labels.flatMap((_, group) => stackOf(valuesAt(group)))
      : series.flatMap(({ values }) => values.map((value) => value ?? 0)),
    kind === 'line' && series.every(({ values }) => values.every((value) => value !== 0)),
  )
  const y = (value: number) =>
    top + ((range.ceiling - value) / (range.ceiling - range.floor)) * (columnsHeight - top - bottom)
  const each = (width - left - 16) / Math.max(1, labels.length)
  const x = (at: number) => left + (at + 0.5) * each
  const names = data.ticks ?? labels
  const hasEdges = names.length > labels.length
  return (
    <>
      <ValueAxis {...{ range, y, left, width, write }} />
      {series.map(({ name, values }, at) => {
        const color = colorOf(at, data.hasRest && series.length > 1 && at === series.length - 1)
        const starts = labels.map((_, group) => (isStacked ? startOf(valuesAt(group), at) : Math.max(0, range.floor)))
        const title = (group: number) =>
          `${labels[group]}${series.length > 1 ? `, ${name}` : ''}: ${write.full(values[group] ?? 0)}`
        if (kind === 'column') {
          const thickness = isStacked ? each * 0.84 : (each * 0.84) / series.length
          return (
            <>
              {values.map((value, group) => {
                const start = isStacked ? (starts[group] ?? 0) : 0
                const [from, to] = [y(start), y(start + (value ?? 0))]
                return (
                  <rect
                    class={color}
                    x={round(left + group * each + each * 0.08 + (isStacked ? 0 : at * thickness))}
                    y={round(Math.min(from, to))}
                    width={round(Math.max(0.5, thickness))}
                    height={round(Math.abs(to - from))}
                  >
                    <title>{title(group)}</title>
                  </rect>
                )
              })}
            </>
          )
        }
        const points = values.map((value, group) =>
          value === null ? undefined : { x: x(group), y: y((isStacked ? (starts[group] ?? 0) : 0) + value), group },
        )
        return (
          <>
            {kind === 'area' && (
              <path
                class={`${color} area`}
                d={areaOf(
                  points.flatMap((point) => point ?? []),
                  (group) => y(isStacked ? (starts[group] ?? 0) : Math.max(0, range.floor)),
                )}
              />
            )}
            <path class={`${color} stroke`} d={lineOf(points)} />
            {points.map((point) =>
              point === undefined ? null : (
                <circle class={color} cx={round(point.x)} cy={round(point.y)} r={radiusOf(points, point)}>
                  <title>{title(point.group)}</title>
                </circle>
              ),
            )}
          </>
        )
      })}
      <NameAxis
        names={names}
        x={hasEdges ? (at) => left + at * each : x}
        y={columnsHeight - 12}
        each={each}
        right={width}
      />
    </>
  )
}

type Place = { x: number; y: number; group: number }

/** Of many points the line is what is seen; a point without neighbours has no line. */
function radiusOf(points: readonly (Place | undefined)[], { group }: Place): number {
  const isAlone = !points[group - 1] && !points[group + 1]
  if (isAlone) return 3.5
  return points.length > 60 ? 1.2 : 2.5
}

/** A line that is interrupted where there is no value. */
function lineOf(points: readonly (Place | undefined)[]): string {
  return points
    .map((point, at) => (point ? `${points[at - 1] ? 'L' : 'M'}${round(point.x)} ${round(point.y)}` : ''))
    .join('')
}

function areaOf(points: readonly Place[], base: (group: number) => number): string {
  const forth = points.map((point, at) => `${at === 0 ? 'M' : 'L'}${round(point.x)} ${round(point.y)}`)
  const back = points.toReversed().map((point) => `L${round(point.x)} ${round(base(point.group))}`)
  return points.length === 0 ? '' : `${forth.join('')}${back.join('')}Z`
}
