/** The choice of a database of lines, for a new table and for its next segment. */
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import type { Owner } from '../../identity'
import { limits } from '../../limits'
import { type DatabaseSizes, databaseSizes } from './database-sizes'

/**
 * The database for a new table of an account.
 *
 * @param input.home shard of the current table of the dataset; that of most lines of the account without it
 * @param input.bytes expected size of the table
 * @returns its shard
 * @throws `databases-full` when all databases respond and none has room for it
 */
export async function databaseForTable(
  ctx: Context,
  input: { owner: Owner; home: number | undefined; bytes: number },
): Promise<number> {
  const { owner, bytes } = input
  const sizes = await databaseSizes(ctx)
  const home = input.home ?? (sizes.length > 1 ? await shardOfAccount(ctx, owner) : 0)
  const silent = sizes.flatMap((size, at) => (size === undefined && ctx.lines[at] ? [at] : []))
  // A fault that passes: the caller tries again, and the table is not moved away from those of its account.
  if (home !== undefined && silent.includes(home)) throw new Error(`the lines database ${home} does not respond`)
  const shard = chooseDatabase(sizes, { home, bytes, maxBytes: ctx.config.LINES_DATABASE_BYTES })
  if (shard !== undefined) return shard
  if (silent.length > 0) throw new Error(`the lines databases ${silent} do not respond`)
  throw problem('databases-full', { count: ctx.lines.filter(Boolean).length })
}

/** The shard of most lines of an account. */
async function shardOfAccount(ctx: Context, { type, id }: Owner): Promise<number | undefined> {
  const { datasets } = tables
  const shard = sql<number | null>`${datasets.published}->>'$.lines.shard'`
  const [row] = await ctx.db
    .select({ shard })
    .from(datasets)
    .where(and(eq(datasets.ownerType, type), eq(datasets.ownerId, id), sql`${shard} is not null`))
    .groupBy(shard)
    .orderBy(desc(sql`sum(${datasets.published}->>'$.lines.count')`))
    .limit(1)
  return row?.shard ?? undefined
}

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
