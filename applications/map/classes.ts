/** Classes of a number. Pure. */

/**
 * The bounds between classes, ascending and different: one less than there are classes. `quantile` puts as many values in each
 * class, `equal` makes them equally wide.
 */
export function boundsOf(values: readonly number[], classes: number, method: 'quantile' | 'equal'): number[] {
  const sorted = [...values].sort((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined || first === last) return []
  const inner = Array.from({ length: classes - 1 }, (_, at) => (at + 1) / classes)
  const exact = inner.map((share) =>
    method === 'equal' ? first + (last - first) * share : (sorted[Math.floor(share * sorted.length)] ?? last),
  )
  return [...new Set(exact.map((bound) => rounded(bound, last - first)))].filter(
    (bound) => bound > first && bound <= last,
  )
}

/** A number with as many digits as its place in a range needs to be read. */
function rounded(value: number, range: number): number {
  const step = 10 ** (Math.floor(Math.log10(range)) - 2)
  return Number((Math.round(value / step) * step).toPrecision(12))
}

/** `< 10`, `10 – 20`, `≥ 20`. */
export function classNames(bounds: readonly number[], write: (value: number) => string): string[] {
  const [first, last] = [bounds[0], bounds.at(-1)]
  if (first === undefined || last === undefined) return []
  const between = bounds.slice(0, -1).map((bound, at) => `${write(bound)} – ${write(bounds[at + 1] ?? bound)}`)
  return [`< ${write(first)}`, ...between, `≥ ${write(last)}`]
}
