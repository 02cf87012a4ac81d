/** Bars that lie: names of groups are read from left to right. */
import type { GroupedData } from '../../../../applications/shared/charting/chart-data'
import { shortened } from '../../../schema/cut-text'
import { axisRangeOf, colorOf, HorizontalAxis, round, type Write, wideWidth } from './axis'

type Input = { data: GroupedData; isStacked: boolean; width: number; write: Write }

const gap = 6
const barHeight = 20
/** The numbers under bars without a figure of their own. */
const axisHeight = 18
/** Characters of a name beside its bar, in a page and in the window of a phone. */
const [wideChars, narrowChars] = [36, 15]
/** The line of a name above its bar, and the characters that it has. */
const [nameHeight, aboveChars] = [18, 46]

/** The height of the bars of some data. */
export const barsHeight = ({ data, isStacked, width }: Pick<Input, 'data' | 'isStacked' | 'width'>): number =>
  rowsHeight(data, isStacked, width) + (isStacked || data.series.length === 1 ? 0 : axisHeight)

const rowsHeight = (data: GroupedData, isStacked: boolean, width: number): number =>
  data.labels.length * (rowHeight(data, isStacked) + aboveHeight(data, width)) + 8

/** In the window of a phone, names that do not fit beside their bars are above them: cut, they would be alike. */
const aboveHeight = ({ labels }: GroupedData, width: number): number =>
  width < wideWidth && labels.some((label) => label.length > narrowChars) ? nameHeight : 0

/** Several bars of one group are thinner. */
const rowHeight = ({ series }: GroupedData, isStacked: boolean): number =>
  isStacked || series.length === 1 ? barHeight + gap : series.length * 11 + gap + 4

export function Bars({ data, isStacked, width, write }: Input) {
  const { labels, series } = data
  const row = rowHeight(data, isStacked)
  const isSingle = isStacked || series.length === 1
  const above = aboveHeight(data, width)
  const [maxChars, figureWidth] = above > 0 ? [aboveChars, 70] : width < wideWidth ? [narrowChars, 60] : [wideChars, 90]
  const left = above > 0 ? 0 : 16 + Math.max(4, ...labels.map((label) => Math.min(maxChars, label.length))) * 7
  const longest = Math.max(0, ...labels.map((_, group) => write.full(wholeOf(series, group)).length))
  const room = isSingle ? Math.max(figureWidth, longest * 6.5 + 12) : 20
  const figureAt = (at: number, group: number) => series[at]?.values[group] ?? 0
  const ends = labels.map((_, group) => stackOf(series.map((__, at) => figureAt(at, group))))
  const values = isStacked ? ends.flat() : series.flatMap((one) => one.values.map((value) => value ?? 0))
  const range = axisRangeOf(values)
  const [most, least] = isSingle ? [Math.max(0, ...values), Math.min(0, ...values)] : [range.ceiling, range.floor]
  const scale = (width - left - room) / (most - least || 1)
  const x = (value: number) => left + (value - least) * scale
  return (
    <>
      {!isSingle && <HorizontalAxis {...{ range, x, write }} height={rowsHeight(data, isStacked, width)} />}
      {labels.map((label, group) => {
        const y = group * (row + above) + above + 4
        const [, positive = 0] = ends[group] ?? []
        return (
          <g>
            {above > 0 ? (
              <text class="name" x={0} y={round(y - 4)}>
                {shortened(label, maxChars)}
              </text>
            ) : (
              <text class="name" x={left - 8} y={round(y + row / 2 + 1)} text-anchor="end">
                {shortened(label, maxChars)}
              </text>
            )}
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
                  class={colorOf(at, isRest({ at, group, data }))}
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
                {write.full(wholeOf(series, group))}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

/** What the bars of a group add up to. */
const wholeOf = (series: GroupedData['series'], group: number): number =>
  series.reduce((sum, { values }) => sum + (values[group] ?? 0), 0)

/** Whether a bar is that of the rest: the last series, or the last group of a single one. */
const isRest = ({ at, group, data }: { at: number; group: number; data: GroupedData }) =>
  data.hasRest && (data.series.length > 1 ? at === data.series.length - 1 : group === data.labels.length - 1)

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
