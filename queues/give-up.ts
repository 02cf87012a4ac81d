import type { Context } from '../worker/context'
import { discardLines, failRun, type Run, readDataset } from '../worker/datasets'
import type { StoredProblem } from '../worker/errors'
import { openTableAgain } from '../worker/lines'
import { linesDatabase } from './processing/database'

/** Ends a run that came to nothing: its tables go, and editable lines can be written where they were. */
export async function giveUp(ctx: Context, run: Run, failure: StoredProblem): Promise<void> {
  await discardLines(ctx, { shard: 0, run: run.id })
  const { nature, published } = await readDataset(ctx, run.datasetId)
  if (nature !== 'rest' || !published.lines) return failRun(ctx, run, failure)
  await openTableAgain(linesDatabase(ctx, published.lines.shard), published.lines.run)
  await discardLines(ctx, { shard: 0, run: `${run.id}h` })
  await failRun(ctx, run, failure, 'analyzed')
}
