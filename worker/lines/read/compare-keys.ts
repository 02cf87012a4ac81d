import type { Scalar } from '../query/sql-text'

/**
 * Compares the sort keys of two lines as SQLite does with `NULLS LAST`: numbers before texts, texts by their bytes.
 *
 * @param descending one for each key
 */
export function compareKeys(one: readonly Scalar[], other: readonly Scalar[], descending: readonly boolean[]): number {
  for (const [at, isDescending] of descending.entries()) {
    const [a = null, b = null] = [one[at], other[at]]
    if (a === null || b === null) {
      if (a !== b) return a === null ? 1 : -1
      continue
    }
    const order = compareValues(a, b)
    if (order !== 0) return isDescending ? -order : order
  }
  return 0
}

function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return typeof a === 'number' ? -1 : 1
}
