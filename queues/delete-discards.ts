import type { Context } from '../worker/context'
import { deleteDiscards } from '../worker/datasets/runs'

/** Deletes a page of due objects and tables; enqueues another message while more are due. */
export async function deleteDueDiscards(ctx: Context): Promise<void> {
  const more = await deleteDiscards(ctx)
  if (more) await ctx.jobs.discard()
}
