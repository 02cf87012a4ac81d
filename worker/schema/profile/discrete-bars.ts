/**
 * The bars of whole numbers, days and months. Each bar holds as many of these units as the others, so that no bar is higher
 * because it holds more of them. Pure.
 */
import { limits } from '../../limits'

const { minDiscreteBars, maxDiscreteBars } = limits.schema

type DiscreteBars = {
  /** The number of bars. */
  count: number
  /** Units of each bar. */
  units: number
  /** Units before the first value in the first bar: the last bar is whole, so that a series of dates does not seem to fall. */
  offset: number
}

/** @returns undefined for more than `maxDiscreteBars` × `minDiscreteBars` units */
export function discreteBars(units: number): DiscreteBars | undefined {
  if (!(units <= maxDiscreteBars * minDiscreteBars)) return undefined
  let best: DiscreteBars | undefined
  const most = Math.max(1, Math.floor(units / minDiscreteBars))
  for (let size = Math.ceil(units / maxDiscreteBars); size <= most; size++) {
    const count = Math.ceil(units / size)
    const bars = { count, units: size, offset: count * size - units }
    if (!best || bars.offset / size < best.offset / best.units) best = bars
  }
  return best
}

/**
 * The bars of dates on the same day of month, as those of a monthly series: months differ in their days.
 *
 * @param dates milliseconds with their counts; all of the column
 * @returns undefined for other dates
 */
export function countsByMonth(dates: readonly (readonly [ms: number, count: number])[]): number[] | undefined {
  const days = dates.map(([ms]) => new Date(ms))
  if (new Set(days.map((day) => day.getUTCDate())).size !== 1) return undefined
  const months = days.map((day) => day.getUTCFullYear() * 12 + day.getUTCMonth())
  const first = months.reduce((one, other) => Math.min(one, other))
  const last = months.reduce((one, other) => Math.max(one, other))
  const bars = last > first ? discreteBars(last - first + 1) : undefined
  if (!bars) return undefined
  const counts = new Array<number>(bars.count).fill(0)
  for (const [at, month] of months.entries()) {
    const bar = Math.floor((month - first + bars.offset) / bars.units)
    counts[bar] = (counts[bar] ?? 0) + (dates[at]?.[1] ?? 0)
  }
  return counts
}
