import type { Context } from '../../worker/context'

/** The lines database of a shard. */
export function linesDatabase(ctx: Context, shard: number): D1Database {
  const db = ctx.lines[shard]
  if (!db) throw new Error(`no lines database ${shard}`)
  return db
}
