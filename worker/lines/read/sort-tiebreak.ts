import { limits } from '../../limits'
import type { LinesPlan } from '../query/plan/plan'
import type { LineRow } from './rows'

/**
 * Puts lines that come in the order of their first keys alone in their whole order, and keeps those of the page. Undefined
 * when a tie at the end of the page goes on beyond what was read: then only SQLite can tell which lines are first.
 */
export function settleTies({ ties, limit, order }: LinesPlan, rows: readonly LineRow[]): LineRow[] | undefined {
  if (!ties) return [...rows]
  const lines = rows.map((row) => {
    // Written by SQLite a moment ago: one value per key of the order.
    const keys = JSON.parse(String(row.a)) as unknown[]
    return { row, first: JSON.stringify(keys.slice(0, ties.after)), rest: keys.slice(ties.after).map(Number) }
  })
  const isCut = rows.length === limit + limits.lines.tiedLines
  if (isCut && lines[limit - 1]?.first === lines.at(-1)?.first) return undefined
  const directions = order.slice(ties.after).map(({ descending }) => (descending ? -1 : 1))
  // Equal first keys follow each other: a place for each of them keeps their order.
  const places = new Map(lines.map(({ first }, at) => [first, at]))
  lines.sort((a, b) => {
    const between = (places.get(a.first) ?? 0) - (places.get(b.first) ?? 0)
    if (between !== 0) return between
    for (const [at, direction] of directions.entries()) {
      // What follows a score are scores and line numbers.
      const difference = (a.rest[at] ?? 0) - (b.rest[at] ?? 0)
      if (difference !== 0) return difference * direction
    }
    return 0
  })
  return lines.slice(0, limit).map(({ row }) => row)
}
