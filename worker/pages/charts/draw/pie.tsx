/** A ring with the share of each group, and their names beside it, or below it in the window of a phone. */
import type { GroupedData } from '../../../../applications/shared/charting/chart-data'
import { shortened } from '../../../schema/cut-text'
import { colorOf, narrowWidth, round, type Write, wideWidth } from './axis'

const [radius, hole] = [130, 74]
const line = 26

/** Characters of a name are at most so wide. */
const letter = 6.5

/** Where the middle of the ring and the names are, in units of the view box. */
function layoutOf(data: GroupedData, width: number) {
  const names = slicesOf(data).length * line
  const ring = 2 * radius + 20
  if (width >= wideWidth) {
    const height = Math.max(ring, names + 20)
    return { height, centerX: radius + 10, centerY: height / 2, left: 320, right: 710, top: (height - names) / 2 }
  }
  return {
    height: ring + names + 10,
    centerX: narrowWidth / 2,
    centerY: ring / 2,
    left: 0,
    right: narrowWidth,
    top: ring + 4,
  }
}

export const pieHeight = (data: GroupedData, width: number): number => layoutOf(data, width).height

/** The groups with a share: one without has no slice, and would take the colour of another. */
function slicesOf({ labels, series }: GroupedData): { label: string; value: number; isLast: boolean }[] {
  const values = series[0]?.values ?? []
  return labels.flatMap((label, at) => {
    const value = values[at] ?? 0
    return value > 0 ? [{ label, value, isLast: at === labels.length - 1 }] : []
  })
}

type Input = {
  data: GroupedData
  width: number
  write: Write
  /** Undefined for figures that do not add up. */
  share: ((value: number) => string) | undefined
}

export function Pie({ data, width, write, share }: Input) {
  const slices = slicesOf(data)
  const sum = slices.reduce((total, { value }) => total + value, 0)
  const { centerX, centerY, left, right, top } = layoutOf(data, width)
  let before = 0
  return (
    <>
      {slices.map(({ label, value, isLast }, at) => {
        const from = before / sum
        before += value
        const color = colorOf(at, data.hasRest && isLast)
        const text = share ? `${write.full(value)} · ${share(value / sum)}` : write.full(value)
        const y = top + at * line + 17
        const maxChars = Math.floor((right - left - 20) / letter) - text.length
        return (
          <g>
            <path class={`${color} slice`} fill-rule="evenodd" d={sliceOf([from, before / sum], centerX, centerY)}>
              <title>{`${label}: ${text}`}</title>
            </path>
            <rect class={color} x={left} y={round(y - 11)} width={12} height={12} />
            <text class="name" x={left + 20} y={round(y)}>
              {shortened(label, maxChars)}
            </text>
            <text class="figure" x={right} y={round(y)} text-anchor="end">
              {text}
            </text>
          </g>
        )
      })}
    </>
  )
}

function sliceOf([from, to]: [from: number, to: number], centerX: number, centerY: number): string {
  const at = (share: number, distance: number) => {
    const angle = 2 * Math.PI * share - Math.PI / 2
    return `${round(centerX + Math.cos(angle) * distance)} ${round(centerY + Math.sin(angle) * distance)}`
  }
  // An arc cannot end where it begins: a whole ring is two.
  if (to - from > 0.9999) {
    const circle = (r: number) => `M${centerX - r} ${centerY}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
    return circle(radius) + circle(hole)
  }
  const large = to - from > 0.5 ? 1 : 0
  return `M${at(from, radius)}A${radius} ${radius} 0 ${large} 1 ${at(to, radius)}L${at(to, hole)}A${hole} ${hole} 0 ${large} 0 ${at(from, hole)}Z`
}
