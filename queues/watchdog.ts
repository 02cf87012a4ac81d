import type { Context } from '../worker/context'
import { idleRuns } from '../worker/datasets'

/**
 * Re-drives the runs that nobody works on: stored but never enqueued, or left by a consumer that died. A message sent
 * twice is harmless, because a run is claimed before any work.
 *
 * @param input.afterRestart the queue was in memory and is gone, and so is whoever held a lease (local server only)
 */
export async function watch(ctx: Context, input: { afterRestart: boolean }): Promise<void> {
  const runs = await idleRuns(ctx, input)
  for (const run of runs) {
    ctx.log('warn', 'run re-driven', { run: run.id, dataset: run.datasetId, step: run.step })
    await ctx.jobs.process(run.id, run.step)
  }
  await ctx.jobs.discard()
}
