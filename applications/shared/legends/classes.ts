/** Classes of a number. Pure. */

export const classMethods = ['quantile', 'equal', 'natural'] as const
export type ClassMethod = (typeof classMethods)[number]

/**
 * The bounds between classes, ascending and different: one less than there are classes. `quantile` puts as many values in each
 * class, `equal` makes them equally wide, `natural` makes the values of a class as close to each other as possible.
 */
export function boundsOf(values: readonly number[], classes: number, method: ClassMethod): number[] {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined || first === last) return []
  const inner = Array.from({ length: classes - 1 }, (_, at) => (at + 1) / classes)
  const exact =
    method === 'natural'
      ? naturalBounds(thinned(sorted), classes)
      : inner.map((share) =>
          method === 'equal' ? first + (last - first) * share : (sorted[Math.floor(share * sorted.length)] ?? last),
        )
  const shown = exact.map((bound) => (method === 'equal' ? rounded(bound, last - first) : shortened(bound, sorted)))
  return [...new Set(shown)].filter((bound) => bound > first && bound <= last)
}

/** Natural breaks compare each value with each other one: this many take some milliseconds. */
const maxCompared = 800

/** Values at equal distances of a sorted list, with the first and the last one. */
function thinned(sorted: readonly number[]): number[] {
  if (sorted.length <= maxCompared) return [...sorted]
  const step = (sorted.length - 1) / (maxCompared - 1)
  return Array.from({ length: maxCompared }, (_, at) => sorted[Math.round(at * step)] ?? 0)
}

/**
 * Natural breaks of Fisher and Jenks: of all divisions of a sorted list, the one with the least sum of squared deviations from
 * the means of its classes. @returns the first value of each class but the first
 */
function naturalBounds(sorted: readonly number[], classes: number): number[] {
  const count = sorted.length
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count
  // Sums up to each value, around the mean for the sake of precision.
  const [sums, squares] = [new Float64Array(count + 1), new Float64Array(count + 1)]
  for (const [at, value] of sorted.entries()) {
    sums[at + 1] = (sums[at] ?? 0) + value - mean
    squares[at + 1] = (squares[at] ?? 0) + (value - mean) ** 2
  }
  const deviation = (from: number, to: number) =>
    (squares[to] ?? 0) - (squares[from] ?? 0) - ((sums[to] ?? 0) - (sums[from] ?? 0)) ** 2 / (to - from)
  let least = Float64Array.from({ length: count + 1 }, (_, to) => (to === 0 ? 0 : deviation(0, to)))
  const starts: Uint32Array[] = []
  for (let made = 2; made <= Math.min(classes, count); made++) {
    const next = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY)
    const start = new Uint32Array(count + 1)
    for (let to = made; to <= count; to++) {
      for (let from = made - 1; from < to; from++) {
        const total = (least[from] ?? 0) + deviation(from, to)
        if (total < (next[to] ?? 0)) [next[to], start[to]] = [total, from]
      }
    }
    least = next
    starts.push(start)
  }
  const bounds: number[] = []
  let end = count
  for (const start of starts.reverse()) {
    end = start[end] ?? 0
    bounds.unshift(sorted[end] ?? 0)
  }
  return bounds
}

/** The number with the fewest digits that divides the values as the bound does: it is above the value before it. */
function shortened(bound: number, sorted: readonly number[]): number {
  const before = sorted[sorted.findIndex((value) => value >= bound) - 1]
  if (before === undefined) return bound
  const magnitude = Math.floor(Math.log10(Math.max(Math.abs(bound), Math.abs(before))))
  for (let digits = 0; digits < maxDigits; digits++) {
    const step = 10 ** (magnitude - digits)
    const short = Number((Math.floor(bound / step) * step).toPrecision(maxDigits))
    if (short > before && short <= bound) return short
  }
  return bound
}

/** Digits of a number that are exact. */
const maxDigits = 15

/** A number with as many digits as its place in a range needs to be read. */
function rounded(value: number, range: number): number {
  const step = 10 ** (Math.floor(Math.log10(range)) - 2)
  return Number((Math.round(value / step) * step).toPrecision(15))
}

/** `< 10`, `10 – 20`, `≥ 20`. */
export function classNames(bounds: readonly number[], write: (value: number) => string): string[] {
  const [first, last] = [bounds[0], bounds.at(-1)]
  if (first === undefined || last === undefined) return []
  const between = bounds.slice(0, -1).map((bound, at) => `${write(bound)} – ${write(bounds[at + 1] ?? bound)}`)
  return [`< ${write(first)}`, ...between, `≥ ${write(last)}`]
}
