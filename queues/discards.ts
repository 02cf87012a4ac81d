import type { Context } from '../worker/context'
import { emptyDiscards } from '../worker/datasets/runs'

/** Deletes what is due, some at a time; asks for another delivery while more is. */
export async function emptyDueDiscards(ctx: Context): Promise<void> {
  const more = await emptyDiscards(ctx)
  if (more) await ctx.jobs.discard()
}
