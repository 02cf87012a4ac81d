import type { Context } from '../worker/context'
import { claimRun } from '../worker/datasets/runs'
import { limits } from '../worker/limits'
import { giveUp } from './give-up'
import type { Message } from './messages'

/**
 * What a message leaves behind when every delivery failed: the dataset says so, with a reference to the logs, and
 * `PATCH {}` tries again. Discards need no burial, the watchdog asks for them at every tick.
 */
export async function buryMessage(ctx: Context, message: Message): Promise<void> {
  if (message.kind !== 'process') return
  const run = await claimRun(ctx, message.run, message.step)
  if (!run) return
  ctx.log('error', 'processing given up', { run: run.id, dataset: run.datasetId, stage: run.stage })
  await giveUp(ctx, run, {
    code: 'processing-failed',
    params: { attempts: limits.processing.maxAttempts, reference: run.id },
  })
}
