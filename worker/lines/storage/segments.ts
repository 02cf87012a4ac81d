import type { TablePointer } from './layout'

/**
 * Segments: the ranges of the lines of a table that is larger than one database may hold. Each is a table of the same name and
 * layout in a database of its own, and has the lines from its first number to that of the next segment.
 */

/** The tables of a pointer, in the order of their lines: one for each segment. */
export function segmentTables({ segments, ...pointer }: TablePointer): TablePointer[] {
  if (!segments) return [pointer]
  return segments.map(({ shard, count, bookmark }) => ({
    ...pointer,
    shard,
    count,
    ...(bookmark === undefined ? {} : { bookmark }),
  }))
}

/** The databases of a table. */
export const shardsOfTable = ({ shard, segments }: Pick<TablePointer, 'shard' | 'segments'>): number[] =>
  segments?.map((segment) => segment.shard) ?? [shard]

/** The numbers of the first and the last line of each segment; the last one is open. */
export function segmentRanges({ shard, segments }: Pick<TablePointer, 'shard' | 'segments'>) {
  const ranges = segments ?? [{ shard, from: 1 }]
  return ranges.map(({ shard: at, from }, index) => ({
    shard: at,
    from,
    to: (ranges[index + 1]?.from ?? Number.POSITIVE_INFINITY) - 1,
  }))
}
