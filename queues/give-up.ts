import type { Context } from '../worker/context'
import { readDataset } from '../worker/datasets'
import { hasDiagnostic } from '../worker/datasets/journal'
import { discardLines, failRun, publishVersion, type Run, withObservations } from '../worker/datasets/runs'
import type { StoredProblem } from '../worker/errors'
import { openTableAgain } from '../worker/lines/write'
import { linesDatabase } from './processing/database'

/** Ends a run that came to nothing: its tables go, and editable lines can be written where they were. */
export async function giveUp(ctx: Context, run: Run, failure: StoredProblem): Promise<void> {
  await discardLines(ctx, { shard: 0, run: run.id })
  const { nature, published, draft } = await readDataset(ctx, run.datasetId)
  const cancels = run.target === 'draft' && draft?.draftReason?.validationMode === 'compatibleOrCancel'
  if (draft && cancels && hasDiagnostic(failure)) {
    // Whoever sent the file does not come back to decide: readers keep what they have (contract datasets §3.3).
    return publishVersion(ctx, run, { version: draft, fate: 'cancel', manual: false, warnings: [], reason: failure })
  }
  // It has nothing but its last stage to do again.
  if (nature === 'virtual') {
    // What was observed in a child is not shown to those whom it leaves out now.
    const isClosed = failure.code === 'virtual-child-restricted' || failure.code === 'virtual-child-unreadable'
    return failRun(ctx, run, failure, 'indexed', isClosed ? { schema: withObservations(published.schema, []) } : {})
  }
  if (nature !== 'rest' || !published.lines) return failRun(ctx, run, failure)
  await openTableAgain(linesDatabase(ctx, published.lines.shard), published.lines.run)
  await discardLines(ctx, { shard: 0, run: `${run.id}h` })
  await failRun(ctx, run, failure, 'analyzed')
}
