import { forgetTokens, pruneAttempts } from '../worker/accounts'
import { watchAlerts } from '../worker/alerts'
import { seedBases } from '../worker/applications'
import { purgeExpiredApplications } from '../worker/applications/trash'
import { startDueRuns, wakeListeners } from '../worker/collectors'
import type { Context } from '../worker/context'
import { expiringDatasets, recordExpiryCheck } from '../worker/datasets/editable'
import { datasetsToExtend } from '../worker/datasets/extensions'
import { discardOldFileVersions } from '../worker/datasets/file-versions'
import { endParquetLeases } from '../worker/datasets/files'
import { datasetsToAnnounce } from '../worker/datasets/journal'
import { expireLines } from '../worker/datasets/lines-api'
import { purgeExpired } from '../worker/datasets/trash'
import { updateExtensions } from '../worker/datasets/update'
import { pruneLog, silentWebhooks } from '../worker/events'
import { limits } from '../worker/limits'
import { deleteExpiredAnswers } from '../worker/remote-services'
import { recordUsage } from '../worker/usage'
import { redriveRuns } from './redrive-runs'

type Tick = { afterRestart: boolean }
/** `minute`: that of the start, which the last steps may be late for. */
type Step = (ctx: Context, tick: Tick & { minute: number }) => Promise<void>

/** What a cron does each minute, in this order. Alerts come last: they report what the other steps have found. */
const steps: Readonly<Record<string, Step>> = {
  redriveRuns,
  collectors: async (ctx, tick) => {
    await startDueRuns(ctx, tick)
    await wakeListeners(ctx)
  },
  leases: async (ctx, { afterRestart }) => {
    if (afterRestart) await endParquetLeases(ctx)
  },
  messages: async (ctx) => {
    for (const dataset of await datasetsToAnnounce(ctx)) await ctx.realtime.journaled(dataset)
    for (const webhook of await silentWebhooks(ctx)) await ctx.jobs.callWebhook(webhook)
  },
  extensions: async (ctx) => {
    await updateExtensions(ctx)
    for (const dataset of await datasetsToExtend(ctx)) await ctx.jobs.extend(dataset)
  },
  deletedResources: async (ctx) => {
    await purgeExpired(ctx)
    await purgeExpiredApplications(ctx)
  },
  deletions: async (ctx) => {
    await ctx.jobs.discard()
    await deleteExpiredAnswers(ctx)
  },
  baseApplications: seedBases,
  expiredLines: expireAll,
  prune: async (ctx, { minute }) => {
    if (minute !== limits.events.pruneAtMinute) return
    const events = await pruneLog(ctx)
    if (events > 0) ctx.log('info', 'log pruned', { events })
    await discardOldFileVersions(ctx)
    await forgetTokens(ctx)
    await pruneAttempts(ctx.db, ctx.now().getTime())
  },
  usage: async (ctx, { minute }) => {
    if (minute === limits.usage.recordAtMinute) await recordUsage(ctx)
  },
  alerts: watchAlerts,
}

/**
 * Runs the steps of a cron. A step that fails is logged, and the next ones run.
 *
 * @param tick.afterRestart the in-memory queue and all leases were lost (local server only)
 * @throws the first failure, once all steps have run
 */
export async function runEachMinute(ctx: Context, tick: Tick): Promise<void> {
  const minute = ctx.now().getUTCMinutes()
  const failures: unknown[] = []
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run(ctx, { ...tick, minute })
    } catch (error) {
      ctx.log('error', 'a step of the cron has failed', { step, error: String(error) })
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function expireAll(ctx: Context): Promise<void> {
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
}
