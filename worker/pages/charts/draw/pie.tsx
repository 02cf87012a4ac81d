/** A ring with the share of each group, and their names beside it. */
import type { GroupedData } from '../../../../applications/shared/charting/data'
import { shortened } from '../../../schema/cut-text'
import { colorOf, round, type Write } from './axis'

const [radius, hole] = [130, 74]
const line = 26

export const pieHeight = (data: GroupedData): number => Math.max(2 * radius + 20, slicesOf(data).length * line + 20)

/** The groups with a share: one without has no slice, and would take the colour of another. */
function slicesOf({ labels, series }: GroupedData): { label: string; value: number; isLast: boolean }[] {
  const values = series[0]?.values ?? []
  return labels.flatMap((label, at) => {
    const value = values[at] ?? 0
    return value > 0 ? [{ label, value, isLast: at === labels.length - 1 }] : []
  })
}

export function Pie(props: { data: GroupedData; hasRest: boolean; write: Write; share: (value: number) => string }) {
  const { data, hasRest, write, share } = props
  const slices = slicesOf(data)
  const sum = slices.reduce((total, { value }) => total + value, 0)
  const middle = pieHeight(data) / 2
  let before = 0
  return (
    <>
      {slices.map(({ label, value, isLast }, at) => {
        const from = before / sum
        before += value
        const color = colorOf(at, hasRest && isLast)
        const text = `${write.full(value)} · ${share(value / sum)}`
        const y = middle - (slices.length * line) / 2 + at * line + 17
        return (
          <g>
            <path class={`${color} slice`} fill-rule="evenodd" d={sliceOf(from, before / sum, middle)}>
              <title>{`${label}: ${text}`}</title>
            </path>
            <rect class={color} x={320} y={round(y - 11)} width={12} height={12} />
            <text class="name" x={340} y={round(y)}>
              {shortened(label, 30)}
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
