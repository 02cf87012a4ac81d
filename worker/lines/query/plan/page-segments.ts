import type { LinesPlan, PartPlan } from './plan'

/**
 * The plan over the tables that its page reads. In the order of the lines, segments before its cursor or its offset and those after
 * its last line are left out; a page in one segment is read by its database alone.
 */
export function planPage(plan: LinesPlan): LinesPlan {
  const [term] = plan.order
  const { parts = [], count, bounds, collapse } = plan
  // Only the segments of one table have this order.
  if (parts.length === 0 || term?.by !== 'line' || count === 'query' || bounds || collapse) return plan
  const needed = neededSegments(plan, term.descending ? parts.toReversed() : parts, term.descending)
  const [first] = needed.parts
  const isAlone = needed.parts.every(({ shard }) => shard === first?.shard)
  return { ...plan, ...needed, shard: first && isAlone ? first.shard : plan.shard }
}

/** @param ordered the segments in the order of the page */
function neededSegments(
  { after, offset, limit }: LinesPlan,
  ordered: readonly PartPlan[],
  descending: boolean,
): { parts: readonly PartPlan[]; offset: number } {
  const last = ordered.length - 1
  let start = after ? startAfter(ordered, Number(after[0]), descending) : 0
  // How many lines of a segment match is not known before it is read.
  if (ordered.some(({ where, ranking }) => where.length > 0 || ranking)) return { parts: ordered.slice(start), offset }
  let left = offset
  for (let part = ordered[start]; part && start < last && part.tableCount <= left; part = ordered[++start]) {
    left -= part.tableCount
  }
  // A cursor may be at the end of its segment.
  let lines = after ? -(ordered[start]?.tableCount ?? 0) : -left
  let end = start
  for (let part = ordered[end]; part && lines < limit; part = ordered[++end]) lines += part.tableCount
  return { parts: ordered.slice(start, end), offset: left }
}

/** The index of the first segment with lines after the line number of a cursor; of the last one where there are none. */
function startAfter(ordered: readonly PartPlan[], line: number, descending: boolean): number {
  const at = ordered.findIndex(({ source: { from = 1 } }, index) => {
    const next = ordered[index + 1]?.source.from ?? Number.POSITIVE_INFINITY
    return descending ? from < line : next > line + 1
  })
  return at < 0 ? ordered.length - 1 : at
}
