import { limits } from '../../limits'
import type { LinesPlan } from '../query/plan/plan'
import type { PageRow } from './write-rows'

/**
 * Sorts lines that are ordered by their first keys only by all keys, and returns those of the page. Undefined
 * when a tie continues after the last row that was read: then SQLite must evaluate all keys.
 */
export function breakTies({ ties, limit, order }: LinesPlan, rows: readonly PageRow[]): PageRow[] | undefined {
  if (!ties) return [...rows]
  const lines = rows.map((row) => {
    // The statement returns a JSON array with one value per sort key.
    const keys = JSON.parse(String(row.a)) as unknown[]
    return { row, first: JSON.stringify(keys.slice(0, ties.after)), rest: keys.slice(ties.after).map(Number) }
  })
  const isCut = rows.length === limit + limits.lines.tiedLines
  if (isCut && lines[limit - 1]?.first === lines.at(-1)?.first) return undefined
  const directions = order.slice(ties.after).map(({ descending }) => (descending ? -1 : 1))
  // Lines with equal first keys are adjacent: the last index of each group keeps the order of the groups.
  const places = new Map(lines.map(({ first }, at) => [first, at]))
  lines.sort((a, b) => {
    const between = (places.get(a.first) ?? 0) - (places.get(b.first) ?? 0)
    if (between !== 0) return between
    for (const [at, direction] of directions.entries()) {
      // The keys from the score on are numbers: the score and the line number.
      const difference = (a.rest[at] ?? 0) - (b.rest[at] ?? 0)
      if (difference !== 0) return difference * direction
    }
    return 0
  })
  return lines.slice(0, limit).map(({ row }) => row)
}
