import type { Context } from '../../worker/context'
import type { TableDatabases } from '../../worker/db/lines-databases'
import { shardsOfTable, type TablePointer } from '../../worker/lines/storage'

/** The lines database of a shard. */
export function linesDatabase(ctx: Context, shard: number): D1Database {
  const db = ctx.lines[shard]
  if (!db) throw new Error(`no lines database ${shard}`)
  return db
}

/** The databases of a table. */
export function tableDatabases(ctx: Context, pointer: Pick<TablePointer, 'shard' | 'segments'>): TableDatabases {
  const home = linesDatabase(ctx, pointer.shard)
  if (!pointer.segments) return home
  return { home, shards: new Map(shardsOfTable(pointer).map((shard) => [shard, linesDatabase(ctx, shard)])) }
}
