/** `spreadOf`: the quartiles of a column of numbers, how far its values are from their mean, and how many lie far outside. */

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
 * @param precision width of the bins that the values stand for; 0 when they are exact
 * @returns undefined without values, or when the bins are too wide to tell the quartiles apart
 */
export function spreadOf(points: Iterable<readonly [number, number]>, precision = 0): Spread | undefined {
  const sorted = [...points].sort(([one], [other]) => one - other)
  const count = sorted.reduce((sum, [, times]) => sum + times, 0)
  if (count === 0) return undefined
  const [first, median, third] = [0.25, 0.5, 0.75].map((share) => valueAt(sorted, share * (count - 1)))
  if (first === undefined || median === undefined || third === undefined) return undefined
  const range = third - first
  if (precision > 0 && range < 4 * precision) return undefined
  const [low, high] = [first - fence * range, third + fence * range]
  const beyond = (is: (value: number) => boolean) =>
    sorted.reduce((sum, [value, times]) => sum + (is(value) ? times : 0), 0)
  const mean = sorted.reduce((sum, [value, times]) => sum + value * (times / count), 0)
  const variance = sorted.reduce((sum, [value, times]) => sum + (value - mean) ** 2 * (times / count), 0)
  return {
    quartiles: [first, median, third],
    deviation: Math.sqrt(variance),
    below: beyond((value) => value < low),
    above: beyond((value) => value > high),
  }
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
