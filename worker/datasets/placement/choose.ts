/** The choice of a database of lines. Pure. */

/** Bytes of a database by shard; undefined when it is not bound or does not respond. */
export type DatabaseSizes = readonly (number | undefined)[]

/**
 * The database for a new table: `home`, where the account already has lines, while it has room, because a virtual dataset
 * reads children in one database in one round trip; otherwise the smallest.
 *
 * @param input.bytes expected size of the table
 * @param input.maxBytes size from which a database takes no new table
 * @returns its shard; undefined when none has room
 */
export function chooseDatabase(
  sizes: DatabaseSizes,
  input: { home: number | undefined; bytes: number; maxBytes: number },
): number | undefined {
  const { home, bytes, maxBytes } = input
  const withRoom = sizes.flatMap((size, shard) =>
    size !== undefined && size + bytes <= maxBytes ? [{ shard, size }] : [],
  )
  if (withRoom.some(({ shard }) => shard === home)) return home
  const [smallest] = withRoom.toSorted((one, other) => one.size - other.size)
  return smallest?.shard
}
