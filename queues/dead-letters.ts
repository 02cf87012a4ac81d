import { recordDeadLetter } from '../worker/alerts'
import type { Context } from '../worker/context'
import { claimRun } from '../worker/datasets/runs'
import { limits } from '../worker/limits'
import { failPermanently } from './fail-run'
import type { Message } from './messages'

/**
 * Handles a message whose deliveries all failed. The run of a `process` message fails with a reference to the logs, and
 * `PATCH {}` retries it. Messages about a dataset alert the operator. Discards are ignored: the cron enqueues them at each tick.
 */
export async function handleDeadLetter(ctx: Context, message: Message): Promise<void> {
  if ('dataset' in message) {
    ctx.log('error', 'message given up', { kind: message.kind, dataset: message.dataset })
    await recordDeadLetter(ctx, message.dataset)
  }
  if (message.kind !== 'process') return
  const run = await claimRun(ctx, message.run, message.step)
  if (!run) return
  await failPermanently(ctx, run, {
    code: 'processing-failed',
    params: { attempts: limits.processing.maxAttempts, reference: run.id },
  })
  await recordDeadLetter(ctx, run.datasetId)
}
