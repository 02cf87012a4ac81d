/** `sumAndSpread`: the sum and the quartiles of a column of numbers, how far its values are from their mean, and how many lie far outside. */
import type { StreamHistogram } from './histogram'
import { magnitudeShare } from './magnitudes'

export type Spread = {
  quartiles: [first: number, median: number, third: number]
  /** Standard deviation of the values, as of a whole population. */
  deviation: number
  /** Numbers of values below and above Tukey's fences: 1.5 times the interquartile range beyond the quartiles. */
  below: number
  above: number
}

/** Tukey, "Exploratory Data Analysis" (1977). */
const fence = 1.5

/**
 * @param points values with their numbers of occurrences, in any order
 * @param widthAt width of the bin that a value stands for; 0 where values are exact
 * @returns undefined without values, or when the bins are too wide to tell the quartiles apart
 */
export function quartilesOf(
  points: Iterable<readonly [number, number]>,
  widthAt: (value: number) => number,
): (Omit<Spread, 'deviation'> & { width: number }) | undefined {
  const sorted = [...points].sort(([one], [other]) => one - other)
  const count = sorted.reduce((sum, [, times]) => sum + times, 0)
  if (count === 0) return undefined
  const [first, median, third] = [0.25, 0.5, 0.75].map((share) => valueAt(sorted, share * (count - 1)))
  if (first === undefined || median === undefined || third === undefined) return undefined
  const range = third - first
  const width = Math.max(widthAt(first), widthAt(third))
  if (width > 0 && range < 4 * width) return undefined
  const [low, high] = [first - fence * range, third + fence * range]
  const beyond = (is: (value: number) => boolean) =>
    sorted.reduce((sum, [value, times]) => sum + (is(value) ? times : 0), 0)
  return {
    quartiles: [first, median, third],
    below: beyond((value) => value < low),
    above: beyond((value) => value > high),
    width,
  }
}

/**
 * The sum and the spread of the numbers of a column. Quartiles of binned values are read from the narrower bins: of equal
 * width, or of equal share of their value.
 *
 * @param counted values that are not in bins, with their numbers of occurrences
 */
export function sumAndSpread(
  binned: StreamHistogram,
  counted: readonly (readonly [number, number])[],
): { sum?: number; spread?: Spread } {
  const moments = binned.moments
  if (!moments) return {}
  for (const [value, times] of counted) moments.add(value, times)
  const { sum, deviation } = moments
  const linear = quartilesOf([...binned.points(), ...counted], () => binned.precision)
  const magnitudes = binned.magnitudes.points
  const relative =
    magnitudes &&
    quartilesOf([...magnitudes, ...counted], (value) => (binned.precision > 0 ? Math.abs(value) * magnitudeShare : 0))
  const [best] = [linear, relative].flatMap((one) => one ?? []).sort((one, other) => one.width - other.width)
  if (!Number.isFinite(sum)) return {}
  if (!best || !Number.isFinite(deviation)) return { sum }
  const { width, ...quartiles } = best
  return { sum, spread: { ...quartiles, deviation } }
}

/** The value at a position of the sorted values; between two, in proportion. */
function valueAt(sorted: readonly (readonly [number, number])[], position: number): number | undefined {
  const at = Math.floor(position)
  let passed = 0
  for (const [index, [value, times]] of sorted.entries()) {
    passed += times
    if (passed <= at) continue
    const next = passed > at + 1 ? value : (sorted[index + 1]?.[0] ?? value)
    return value + (next - value) * (position - at)
  }
  return undefined
}
