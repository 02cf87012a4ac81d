import type { Context } from '../worker/context'
import { findDataset } from '../worker/datasets'
import { missingIndexes } from '../worker/datasets/indexes'
import { makeIndex, segmentTables } from '../worker/lines/storage'
import { linesDatabase } from './processing/lines-database'

/**
 * Creates the index that queries over a dataset need most, then enqueues the next: D1 runs one statement of a database at a
 * time, so that queries get a turn between two indexes. Creating an index twice has no effect.
 */
export async function createNextIndex(ctx: Context, id: string): Promise<void> {
  const dataset = await findDataset(ctx, id)
  const pointer = dataset?.published.lines
  if (!pointer) return
  const [first, ...others] = await missingIndexes(ctx, id, segmentTables(pointer))
  if (!first) return
  const started = ctx.now().getTime()
  const isCreated = await makeIndex(linesDatabase(ctx, first.shard), first)
  ctx.log('info', isCreated ? 'index created' : 'index not created: its table is gone', {
    dataset: id,
    index: first.name,
    ms: ctx.now().getTime() - started,
  })
  if (isCreated && others.length > 0) await ctx.jobs.index(id)
}
