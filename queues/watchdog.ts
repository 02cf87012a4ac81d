import { forgetTokens, pruneLoginAttempts } from '../worker/accounts'
import { watchAlerts } from '../worker/alerts'
import { seedBases } from '../worker/applications'
import { tickCollectors, wakeListeners } from '../worker/collectors'
import type { Context } from '../worker/context'
import { expiringDatasets, recordExpiryCheck } from '../worker/datasets/editable'
import { datasetsToExtend } from '../worker/datasets/extensions'
import { endParquetLeases } from '../worker/datasets/files'
import { datasetsToAnnounce } from '../worker/datasets/journal'
import { expireLines } from '../worker/datasets/lines-api'
import { idleRuns } from '../worker/datasets/runs'
import { updateExtensions } from '../worker/datasets/update'
import { pruneLog, silentWebhooks } from '../worker/events'
import { limits } from '../worker/limits'
import { forgetAnswers } from '../worker/remote-services'
import { recordUsage } from '../worker/usage'

/**
 * Re-enqueues idle runs: stored but never enqueued, or left by a consumer that crashed. A duplicate message is harmless,
 * because a run is claimed before any work. Then tells the operator of alerts.
 *
 * @param input.afterRestart the in-memory queue and all leases were lost (local server only)
 */
export async function runWatchdog(ctx: Context, input: { afterRestart: boolean }): Promise<void> {
  try {
    await repair(ctx, input)
  } finally {
    // Alerts are evaluated even if a step above has failed.
    await watchAlerts(ctx)
  }
}

async function repair(ctx: Context, input: { afterRestart: boolean }): Promise<void> {
  const runs = await idleRuns(ctx, input)
  let suspects = 0
  for (const run of runs) {
    // Each of these runs may have crashed the process: started together, one would crash the others again.
    const delaySeconds = run.starts === 0 ? 0 : (suspects++ * limits.processing.sliceMs) / 1_000
    ctx.log('warn', 'run re-driven', { run: run.id, dataset: run.datasetId, step: run.step, delaySeconds })
    await ctx.jobs.process(run.id, run.step, delaySeconds)
  }
  await tickCollectors(ctx, input)
  await wakeListeners(ctx)
  if (input.afterRestart) await endParquetLeases(ctx)
  for (const dataset of await datasetsToAnnounce(ctx)) await ctx.realtime.journaled(dataset)
  for (const webhook of await silentWebhooks(ctx)) await ctx.jobs.callWebhook(webhook)
  await updateExtensions(ctx)
  for (const dataset of await datasetsToExtend(ctx)) await ctx.jobs.extend(dataset)
  await ctx.jobs.discard()
  await seedBases(ctx)
  await forgetAnswers(ctx)
  for (const dataset of await expiringDatasets(ctx)) {
    try {
      const lines = await expireLines(ctx, dataset)
      if (lines > 0) ctx.log('info', 'lines expired', { dataset: dataset.id, lines })
      await recordExpiryCheck(ctx, dataset.id)
    } catch (error) {
      // An error of one dataset must not block the others; the next tick retries.
      ctx.log('warn', 'lines could not expire', { dataset: dataset.id, error: String(error) })
    }
  }
  if (ctx.now().getUTCMinutes() === limits.events.pruneAtMinute) {
    const events = await pruneLog(ctx)
    if (events > 0) ctx.log('info', 'log pruned', { events })
    await forgetTokens(ctx)
    await pruneLoginAttempts(ctx.db, ctx.now().getTime())
  }
  if (ctx.now().getUTCMinutes() === limits.usage.recordAtMinute) await recordUsage(ctx)
}
