import type { Context } from '../worker/context'
import { readDataset, type Version } from '../worker/datasets'
import { announceStep, hasDiagnostic } from '../worker/datasets/journal'
import { discardLines, failRun, publishVersion, type Run, withObservations } from '../worker/datasets/runs'
import type { StoredProblem } from '../worker/errors'
import { unblockWrites } from '../worker/lines/write'
import { mailFailedFile } from './mail-failed-file'
import { linesDatabase } from './processing/lines-database'
import { isCancelledWhenRefused } from './processing/save-diagnostic'

/**
 * Ends a failed run: drops its tables, and opens the previous table of editable lines for writes again.
 *
 * @param input.read properties of the version that the run detected before it failed
 * @param input.errorStatus the status from which a file is processed again, that of its stage by default
 */
export async function failPermanently(
  ctx: Context,
  run: Run,
  failure: StoredProblem,
  { read = {}, errorStatus }: { read?: Partial<Version> | undefined; errorStatus?: Version['errorStatus'] } = {},
): Promise<void> {
  const { id, datasetId, stage, step, progress } = run
  // The publisher cannot correct an internal failure: it is logged as an error, for the operator.
  const level = failure.code === 'processing-failed' || failure.code === 'processing-killed' ? 'error' : 'warn'
  ctx.log(level, 'run failed', { run: id, dataset: datasetId, stage, step, progress, code: failure.code })
  if (run.shard !== null) await discardLines(ctx, { shard: run.shard, run: run.id })
  const dataset = await readDataset(ctx, run.datasetId)
  const { nature, published, draft } = dataset
  if (draft && isCancelledWhenRefused(run, dataset) && hasDiagnostic(failure)) {
    // `compatibleOrCancel` needs no decision of the publisher: the draft is dropped, and the published version stays.
    await announceStep(ctx, dataset, `${run.stage}-end`, true)
    await publishVersion(ctx, run, { version: draft, outcome: 'cancel', manual: false, warnings: [], reason: failure })
    return mailFailedFile(ctx, run, { dataset, failure, isDropped: true })
  }
  // Only the last stage of a virtual dataset has to be repeated.
  if (nature === 'virtual') {
    // The observed values of a child must not be visible to readers who may no longer read it.
    const unobserved = { schema: withObservations(published.schema, []) }
    const isEmpty = failure.code === 'virtual-empty'
    const isRestricted = failure.code === 'virtual-child-restricted' || failure.code === 'virtual-child-unreadable'
    const patch = isEmpty
      ? { ...unobserved, count: null, bbox: null, timePeriod: null }
      : isRestricted
        ? unobserved
        : {}
    await failRun(ctx, run, { failure, errorStatus: 'indexed', patch })
    return
  }
  if (nature !== 'rest' || !published.lines) {
    const hasEnded = await failRun(ctx, run, { failure, errorStatus, patch: read })
    if (hasEnded) mailFailedFile(ctx, run, { dataset, failure })
    return
  }
  await unblockWrites(linesDatabase(ctx, published.lines.shard), published.lines.run)
  if (run.shard !== null) await discardLines(ctx, { shard: run.shard, run: `${run.id}h` })
  await failRun(ctx, run, { failure, errorStatus: 'analyzed' })
}
