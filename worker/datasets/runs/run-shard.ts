import type { Context } from '../../context'
import { tables } from '../../db/client'
import { hasLease, type Run } from './runs'

/** Records the database of the tables of a run, before the first of them is created. */
export async function assignShard<Placed extends Run>(ctx: Context, run: Placed, shard: number): Promise<Placed> {
  await ctx.db.update(tables.runs).set({ shard }).where(hasLease(run))
  return { ...run, shard }
}

/** The shard of the tables of a run. @throws Error before `withShard` has chosen it */
export function shardOf({ id, shard }: Pick<Run, 'id' | 'shard'>): number {
  if (shard === null) throw new Error(`the run ${id} has no database yet`)
  return shard
}
