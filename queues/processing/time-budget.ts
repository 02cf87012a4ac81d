import type { Context } from '../../worker/context'
import { announceProgress } from '../../worker/datasets/journal'
import { type Run, renewRun } from '../../worker/datasets/runs'
import { limits } from '../../worker/limits'

/** The time budget of a delivery, its pauses, and the renewal of its lease. */
export type TimeBudget = {
  /** Whether the time of the delivery is over: the run must be handed over. */
  isOver: () => boolean
  /** Call between two pieces of work, with the progress of the stage (0–100). @throws Error when the lease was lost */
  pause: (run: Run, progress: number) => Promise<void>
}

export function openTimeBudget(ctx: Context, ms: number): TimeBudget {
  const end = ctx.now().getTime() + ms
  let rested = ctx.now().getTime()
  let renewed = rested
  return {
    isOver: () => ctx.now().getTime() > end,
    pause: async (run, progress) => {
      const now = ctx.now().getTime()
      if (now - rested >= limits.processing.yieldEveryMs) {
        // The local engine polls its sockets only when no other event is ready, and its databases always have one: without a
        // timer, requests would wait for the end of the file.
        await scheduler.wait(0)
        rested = now
      }
      if (now - renewed >= limits.processing.progressEveryMs) {
        renewed = now
        if (!(await renewRun(ctx, run, progress))) throw new Error('the lease of the run was lost')
        await announceProgress(ctx, run.datasetId)
      }
    },
  }
}
