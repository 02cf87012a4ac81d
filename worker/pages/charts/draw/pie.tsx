/** A ring with the share of each group, and their names beside it. */
import type { GroupedData } from '../../../../applications/shared/charting/data'
import { shortened } from '../../../schema/cut-text'
import { colorOf, round, type Write } from './axis'

const [radius, hole] = [130, 74]
const line = 26

export const pieHeight = ({ labels }: GroupedData): number => Math.max(2 * radius + 20, labels.length * line + 20)

export function Pie(props: { data: GroupedData; hasRest: boolean; write: Write; share: (value: number) => string }) {
  const { data, hasRest, write, share } = props
  const values = (data.series[0]?.values ?? []).map((value) => Math.max(0, value ?? 0))
  const sum = values.reduce((total, value) => total + value, 0) || 1
  const middle = pieHeight(data) / 2
  let before = 0
  return (
    <>
      {values.map((value, at) => {
        const from = before / sum
        before += value
        const color = colorOf(at, hasRest && at === values.length - 1)
        const text = `${write.full(value)} · ${share(value / sum)}`
        const y = middle - (values.length * line) / 2 + at * line + 17
        return (
          <g>
            {value > 0 && (
              <path class={`${color} slice`} fill-rule="evenodd" d={sliceOf(from, before / sum, middle)}>
                <title>{`${data.labels[at]}: ${text}`}</title>
              </path>
            )}
            <rect class={color} x={320} y={round(y - 11)} width={12} height={12} />
            <text class="name" x={340} y={round(y)}>
              {shortened(data.labels[at] ?? '', 30)}
            </text>
            <text class="figure" x={710} y={round(y)} text-anchor="end">
              {text}
            </text>
          </g>
        )
      })}
    </>
  )
}

function sliceOf(from: number, to: number, middle: number): string {
  const center = radius + 10
  const at = (share: number, distance: number) => {
    const angle = 2 * Math.PI * share - Math.PI / 2
    return `${round(center + Math.cos(angle) * distance)} ${round(middle + Math.sin(angle) * distance)}`
  }
  // An arc cannot end where it begins: a whole ring is two.
  if (to - from > 0.9999) {
    const circle = (r: number) => `M${center - r} ${middle}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
    return circle(radius) + circle(hole)
  }
  const large = to - from > 0.5 ? 1 : 0
  return `M${at(from, radius)}A${radius} ${radius} 0 ${large} 1 ${at(to, radius)}L${at(to, hole)}A${hole} ${hole} 0 ${large} 0 ${at(from, hole)}Z`
}
