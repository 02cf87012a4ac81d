import type { Context } from '../../worker/context'
import { type Dataset, readDataset, type Stage, stages } from '../../worker/datasets'
import { announceProgress, announceStep } from '../../worker/datasets/journal'
import {
  advanceRun,
  assignShard,
  claimRun,
  handOver,
  parseRunState,
  type Run,
  type RunState,
  releaseRun,
  reserveSegments,
} from '../../worker/datasets/runs'
import { databaseForTable } from '../../worker/datasets/sharding'
import { Problem } from '../../worker/errors'
import { limits } from '../../worker/limits'
import { failPermanently } from '../fail-run'
import type { SliceResult, StageInput } from './stage'
import { analyze } from './stages/analyze'
import { copySource } from './stages/copy-source'
import { finalize } from './stages/finalize'
import { finalizeEditable } from './stages/finalize-editable'
import { indexLines } from './stages/index-lines'
import { moveEditable } from './stages/move-lines'
import { rebuildLines } from './stages/rebuild'
import { removeSource } from './stages/remove-source'
import { storeFile } from './stages/store'
import { validate } from './stages/validate'
import { openTimeBudget } from './time-budget'

const stagesButLast: Record<Exclude<Stage, 'finalize'>, (ctx: Context, input: StageInput) => Promise<SliceResult>> = {
  store: storeFile,
  analyze,
  validate,
  index: indexLines,
}

/**
 * Processes a run until it is done or the time of the delivery is over: claims it, executes its stages in order, and hands
 * it over when a stage pauses. Small files pass all stages in one delivery. Invalid input ends the run with an error for the
 * publisher, and so does a run whose last `limits.processing.maxCrashes` starts crashed at the same step. After any other
 * error the run is released and the message retried.
 */
export async function processRun(ctx: Context, message: { run: string; step: number }): Promise<void> {
  const claimed = await claimRun(ctx, message.run, message.step)
  if (!claimed) return
  let run: Run = claimed
  // A run is handed over within a stage only, whose start was announced by an earlier delivery.
  let resumes = run.step > 0
  const time = openTimeBudget(ctx, limits.processing.sliceMs)
  let errorStatus: 'validation-updated' | undefined
  try {
    if (run.starts > limits.processing.maxCrashes) return await giveUpKilled(ctx, run)
    let state = parseRunState(claimed.storedState)
    if (state.rulesOnly) errorStatus = 'validation-updated'
    if (state.pointer) await reserveSegments(ctx, run, state.pointer)
    for (;;) {
      const started = ctx.now().getTime()
      const dataset = await readDataset(ctx, run.datasetId)
      run = await withShard(ctx, run, dataset)
      const input: StageInput = { run, dataset, state, time }
      const isEditable = dataset.nature === 'rest'
      const isDraft = run.target === 'draft'
      const isAnnounced = announces(state, run.stage)
      if (!resumes && isEditable && skipsIndex(run, state)) {
        for (const step of ['index-start', 'index-end']) await announceStep(ctx, dataset, step, isDraft)
      }
      if (!resumes && isAnnounced) {
        await announceStep(ctx, dataset, `${run.stage}-start`, isDraft)
        if (dataset.listened) await announceProgress(ctx, run.datasetId)
      }
      resumes = false
      if (run.stage === 'finalize') {
        await (isEditable ? finalizeEditable(ctx, input) : finalize(ctx, input))
        if (isEditable) await removeSource(ctx, input)
        await announceProgress(ctx, run.datasetId)
        ctx.log('info', 'finalized', { dataset: run.datasetId, run: run.id })
        return
      }
      const outcome = state.filling
        ? await copySource(ctx, input, state.filling)
        : await (isEditable ? editableStage(state) : stagesButLast[run.stage])(ctx, input)
      if ('failure' in outcome) {
        const { code, params } = outcome.failure
        await failPermanently(ctx, run, { code, params }, { read: outcome.patch, errorStatus })
        await announceProgress(ctx, run.datasetId)
        return
      }
      ctx.log('info', 'stage', {
        dataset: run.datasetId,
        stage: run.stage,
        done: outcome.done,
        ms: ctx.now().getTime() - started,
      })
      if (!outcome.done) return await handOver(ctx, run, { state: outcome.state })
      const { patch = {}, events = [] } = outcome
      const advanced = await advanceRun(ctx, run, { state: outcome.state, patch, events })
      // Another delivery has the lease, or the run was ended: this result is discarded.
      if (!advanced) return
      if (isAnnounced) await announceStep(ctx, dataset, `${outcome.step ?? run.stage}-end`, isDraft)
      run = advanced
      state = outcome.state
    }
  } catch (error) {
    if (error instanceof Problem && isPermanent(error) && error.code !== 'dataset-not-found') {
      await failPermanently(ctx, run, { code: error.code, params: error.params }, { errorStatus })
      await announceProgress(ctx, run.datasetId)
      return
    }
    if (error instanceof Problem && error.code === 'dataset-not-found') return
    await releaseRun(ctx, run)
    throw error
  }
}

/** Whether listeners are informed of a stage. */
const announces = ({ rulesOnly, announcedFrom = 'store' }: RunState, stage: Stage): boolean =>
  rulesOnly ? stage === 'validate' : stages.indexOf(stage) >= stages.indexOf(announcedFrom)

/** Whether a structural change builds no new table. Its status was `analyzed`, so clients wait for the events of the index. */
const skipsIndex = ({ stage }: Run, { announcedFrom, pointer }: RunState): boolean =>
  stage === 'finalize' && announcedFrom === 'validate' && !pointer

/** The stage that fills a new table of editable lines. */
const editableStage = ({ moves }: RunState) => (moves ? moveEditable : rebuildLines)

/** The run with the database of its tables. A file that is being stored has no table yet, a virtual dataset never has. */
async function withShard(ctx: Context, run: Run, { nature, owner, published, draft }: Dataset): Promise<Run> {
  if (run.shard !== null) return run
  const home = published.lines?.shard
  if (nature === 'rest') return assignShard(ctx, run, home ?? 0)
  if (nature !== 'file' || run.stage === 'store') return run
  const bytes = (run.target === 'draft' ? draft : published)?.originalFile?.size ?? 0
  return assignShard(ctx, run, await databaseForTable(ctx, { owner, home, bytes }))
}

/**
 * Whether a problem is one that no retry solves: 501 is that of a virtual dataset that cannot be queried, 507 that of full
 * databases.
 */
const isPermanent = ({ status }: Problem): boolean => status < 500 || status === 501 || status === 507

async function giveUpKilled(ctx: Context, run: Run): Promise<void> {
  const { id, datasetId, stage, progress } = run
  const times = limits.processing.maxCrashes
  await failPermanently(ctx, run, { code: 'processing-killed', params: { times, stage, progress, reference: id } })
  await announceProgress(ctx, datasetId)
}
