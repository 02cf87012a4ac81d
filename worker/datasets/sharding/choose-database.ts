/** The choice of a database of lines. Pure. */
import { limits } from '../../limits'

/** Bytes of each database by shard; undefined when it is not bound or does not respond. */
export type DatabaseSizes = readonly (number | undefined)[]

/**
 * The database for a new table: `home`, where the account already has lines, while it has room, because a virtual dataset
 * reads children in one database in one round trip; otherwise the smallest. A table that is larger than the room of any
 * database begins in the one with the most.
 *
 * @param input.bytes expected size of the table
 * @param input.maxBytes size from which a database takes no new table
 * @returns its shard; undefined when all databases together have no room
 */
export function chooseDatabase(
  sizes: DatabaseSizes,
  input: { home: number | undefined; bytes: number; maxBytes: number },
): number | undefined {
  const { home, bytes, maxBytes } = input
  const open = bySize(sizes).filter(({ size }) => size < maxBytes)
  const [roomiest] = open
  const withRoom = open.filter(({ size }) => size + bytes <= maxBytes)
  if (withRoom.some(({ shard }) => shard === home)) return home
  if (withRoom.length > 0) return roomiest?.shard
  const room = open.reduce((sum, { size }) => sum + maxBytes - size, 0)
  return bytes <= room ? roomiest?.shard : undefined
}

/**
 * The database for the next segment of a table: the smallest.
 *
 * @param input.used the databases that have segments of the table
 * @returns its shard; undefined when none has enough room
 */
export function chooseNextDatabase(
  sizes: DatabaseSizes,
  { used, maxBytes }: { used: readonly number[]; maxBytes: number },
): number | undefined {
  const [smallest] = bySize(sizes).filter(({ shard }) => !used.includes(shard))
  return smallest && smallest.size <= maxBytes * (1 - limits.lines.minFreeShare) ? smallest.shard : undefined
}

const bySize = (sizes: DatabaseSizes) =>
  sizes
    .flatMap((size, shard) => (size === undefined ? [] : [{ shard, size }]))
    .toSorted((one, other) => one.size - other.size)
