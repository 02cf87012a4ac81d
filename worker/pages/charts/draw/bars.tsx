/** Bars that lie: names of groups are read from left to right. */
import type { GroupedData } from '../../../../applications/shared/charting/data'
import { shortened } from '../../../schema/cut-text'
import { colorOf, round, type Write, wide } from './axis'

type Input = { data: GroupedData; isStacked: boolean; hasRest: boolean; width: number; write: Write }

const gap = 6
const barHeight = 20

/** The height of the bars of some data. */
export const barsHeight = ({ data, isStacked }: Pick<Input, 'data' | 'isStacked'>): number =>
  data.labels.length * rowHeight(data, isStacked) + 8

/** Several bars of one group are thinner. */
const rowHeight = ({ series }: GroupedData, isStacked: boolean): number =>
  isStacked || series.length === 1 ? barHeight + gap : series.length * 11 + gap + 4

export function Bars({ data, isStacked, hasRest, width, write }: Input) {
  const { labels, series } = data
  const row = rowHeight(data, isStacked)
  const isSingle = isStacked || series.length === 1
  const [maxChars, figureWidth] = width < wide ? [16, 60] : [28, 90]
  const left = 16 + Math.max(4, ...labels.map((label) => Math.min(maxChars, label.length))) * 7
  const figureAt = (at: number, group: number) => series[at]?.values[group] ?? 0
  const ends = labels.map((_, group) => stackOf(series.map((__, at) => figureAt(at, group))))
  const values = isStacked ? ends.flat() : series.flatMap((one) => one.values.map((value) => value ?? 0))
  const [most, least] = [Math.max(0, ...values), Math.min(0, ...values)]
  const scale = (width - left - figureWidth) / (most - least || 1)
  const x = (value: number) => left + (value - least) * scale
  return (
    <>
      {labels.map((label, group) => {
        const y = group * row + 4
        const [, positive = 0] = ends[group] ?? []
        return (
          <g>
            <text class="name" x={left - 8} y={round(y + row / 2 + 1)} text-anchor="end">
              {shortened(label, maxChars - 1)}
            </text>
            {series.map(({ name }, at) => {
              const value = figureAt(at, group)
              const before = isStacked
                ? startOf(
                    series.map((_, one) => figureAt(one, group)),
                    at,
                  )
                : 0
              const [from, to] = [x(Math.min(before, before + value)), x(Math.max(before, before + value))]
              return (
                <rect
                  class={colorOf(at, isRest({ at, group, data, hasRest }))}
                  x={round(from)}
                  y={round(isSingle ? y + 2 : y + 2 + at * 11)}
                  width={round(Math.max(value === 0 ? 0 : 1, to - from))}
                  height={isSingle ? barHeight : 10}
                >
                  <title>{`${label}${series.length > 1 ? `, ${name}` : ''}: ${write.full(value)}`}</title>
                </rect>
              )
            })}
            {isSingle && (
              <text
                class="figure"
                x={round(x(isStacked ? positive : Math.max(0, figureAt(0, group))) + 6)}
                y={round(y + row / 2 + 1)}
              >
                {write.full(series.reduce((sum, _, at) => sum + figureAt(at, group), 0))}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

/** Whether a bar is that of the rest: the last series, or the last group of a single one. */
const isRest = ({ at, group, data, hasRest }: { at: number; group: number; data: GroupedData; hasRest: boolean }) =>
  hasRest && (data.series.length > 1 ? at === data.series.length - 1 : group === data.labels.length - 1)

/** Where a value of a stack begins: positive values go one way, negative ones the other. */
export function startOf(values: readonly number[], at: number): number {
  const own = values[at] ?? 0
  return values.slice(0, at).reduce((sum, value) => (value < 0 === own < 0 ? sum + value : sum), 0)
}

/** The least and the greatest end of a stack. */
export const stackOf = (values: readonly number[]): [number, number] => [
  values.reduce((sum, value) => sum + Math.min(0, value), 0),
  values.reduce((sum, value) => sum + Math.max(0, value), 0),
]
