import type { Context } from '../../worker/context'
import {
  advanceRun,
  claimRun,
  type Dataset,
  discardLines,
  failRun,
  handOver,
  type Run,
  readDataset,
  releaseRun,
  type Stage,
} from '../../worker/datasets'
import { Problem } from '../../worker/errors'
import { limits } from '../../worker/limits'
import { analyze } from './analyze'
import { finalize } from './finalize'
import { indexLines } from './index-lines'
import { type Pace, paceOf } from './pace'
import { type Outcome, type RunState, runStateSchema } from './state'
import { storeFile } from './store'
import { validate } from './validate'

export type StageInput = { run: Run; dataset: Dataset; state: RunState; pace: Pace }

const stagesButLast: Record<Exclude<Stage, 'finalize'>, (ctx: Context, input: StageInput) => Promise<Outcome>> = {
  store: storeFile,
  analyze,
  validate,
  index: indexLines,
}

/**
 * Works on a run until it is done or its time is spent: claim, stages one after the other, and a hand-over when a stage
 * pauses. Small files pass all stages in one delivery. Bad input ends the run with a message for the publisher; any other
 * error is a fault of the platform: the run is let go and the message retried.
 */
export async function processRun(ctx: Context, message: { run: string; step: number }): Promise<void> {
  const claimed = await claimRun(ctx, message.run, message.step)
  if (!claimed) return
  let run: Run = claimed
  const pace = paceOf(ctx, limits.processing.sliceMs)
  try {
    for (;;) {
      const started = ctx.now().getTime()
      const state = runStateSchema.parse(run.state)
      const dataset = await readDataset(ctx, run.datasetId)
      const input: StageInput = { run, dataset, state, pace }
      if (run.stage === 'finalize') {
        await finalize(ctx, input)
        ctx.log('info', 'finalized', { dataset: run.datasetId, run: run.id })
        return
      }
      const outcome = await stagesButLast[run.stage](ctx, input)
      ctx.log('info', 'stage', {
        dataset: run.datasetId,
        stage: run.stage,
        done: outcome.done,
        ms: ctx.now().getTime() - started,
      })
      if (!outcome.done) return await handOver(ctx, run, { state: outcome.state })
      const { patch = {}, events = [] } = outcome
      const advanced = await advanceRun(ctx, run, { state: outcome.state, patch, events })
      // Someone else holds the run now, or it was ended: what was done here is theirs to do again.
      if (!advanced) return
      run = advanced
    }
  } catch (error) {
    if (error instanceof Problem && error.status < 500 && error.code !== 'dataset-not-found') {
      await discardLines(ctx, { shard: 0, run: run.id })
      await failRun(ctx, run, { code: error.code, params: error.params })
      return
    }
    if (error instanceof Problem && error.code === 'dataset-not-found') return
    await releaseRun(ctx, run)
    throw error
  }
}
