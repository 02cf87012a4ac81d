import type { Context } from '../worker/context'
import { idleRuns } from '../worker/datasets/runs'
import { limits } from '../worker/limits'

/**
 * Re-enqueues idle runs: stored but never enqueued, or left by a consumer that crashed. A duplicate message is harmless,
 * because a run is claimed before any work.
 *
 * @param input.afterRestart the in-memory queue and all leases were lost (local server only)
 */
export async function redriveRuns(ctx: Context, input: { afterRestart: boolean }): Promise<void> {
  const runs = await idleRuns(ctx, input)
  let suspects = 0
  for (const run of runs) {
    // Each of these runs may have crashed the process: started together, one would crash the others again.
    const delaySeconds = run.starts === 0 ? 0 : (suspects++ * limits.processing.sliceMs) / 1_000
    ctx.log('warn', 'run re-driven', { run: run.id, dataset: run.datasetId, step: run.step, delaySeconds })
    await ctx.jobs.process(run.id, run.step, delaySeconds)
  }
}
