/** Rows as points of two numbers. */
import type { ScatterData } from '../../../../applications/shared/charting/chart-data'
import { axisRangeOf, colorOf, round, ValueAxis, type Write, wideWidth } from './axis'

export const scatterHeight = 420
const [left, bottom, top] = [64, 52, 10]

type Input = { data: ScatterData; names: { x: string; y: string }; write: Write }

export function Scatter({ data, names, write }: Input) {
  const points = data.series.flatMap((series) => series.points)
  const across = axisRangeOf(
    points.map((point) => point.x),
    true,
  )
  const up = axisRangeOf(
    points.map((point) => point.y),
    true,
  )
  const x = (value: number) =>
    left + ((value - across.floor) / (across.ceiling - across.floor)) * (wideWidth - left - 16)
  const y = (value: number) => top + ((up.ceiling - value) / (up.ceiling - up.floor)) * (scatterHeight - top - bottom)
  return (
    <>
      <ValueAxis range={up} y={y} left={left} width={wideWidth} write={write} />
      {across.ticks.map((tick) => (
        <text class="tick" x={round(x(tick))} y={scatterHeight - bottom + 18} text-anchor="middle">
          {write.short(tick, across.ceiling)}
        </text>
      ))}
      <text class="tick" x={wideWidth} y={scatterHeight - 12} text-anchor="end">
        {`${names.x} →`}
      </text>
      <text class="tick over-grid" x={left + 4} y={top + 4}>
        {`↑ ${names.y}`}
      </text>
      {data.series.map((series, at) =>
        series.points.map((point) => (
          <circle
            class={`${colorOf(at, data.hasRest && at === data.series.length - 1)} point`}
            cx={round(x(point.x))}
            cy={round(y(point.y))}
            r={points.length > 400 ? 2.5 : 3.5}
          >
            <title>{[series.name, `${write.full(point.x)}, ${write.full(point.y)}`].filter(Boolean).join(': ')}</title>
          </circle>
        )),
      )}
    </>
  )
}
