import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { forgetDataset } from '../../datasets'
import { announceJournal } from '../../datasets/journal'
import { remoteFileFailed } from '../../datasets/remote-file'
import { tables } from '../../db/client'
import type { Reason, StoredProblem } from '../../errors'
import { limits } from '../../limits'
import { SECOND_MS } from '../../limits/units'
import { isChanged, requireCondition } from '../../resources'
import { addCollectorEvent, announceEvents } from '../journal'
import type { Collector } from '../load'
import { notices } from '../plugins/log-texts'
import { countFailures } from './count-failures'
import { mailFailedRun } from './mail-failed-run'
import { announceRun, type ClaimedCollectorRun, hasCollectorLease } from './run'

const { collectors, collectorRuns, collectorUsage } = tables

export type Ending =
  | { status: 'finished'; deleteOnComplete: boolean }
  | { status: 'killed' }
  /**
   * @property message for the journal of the dataset
   * @property problem for the log of the account; absent for a text that the plugin or the remote server wrote
   * @property isJournaled the journal of the dataset tells of it already
   */
  | { status: 'error'; message: Reason; problem?: StoredProblem; isJournaled?: boolean }

/**
 * Ends a run: counts its failures, switches off a collector that fails again and again, drops the oldest runs. Nothing
 * changes when another worker has taken the run over.
 */
export async function finishRun(
  ctx: Context,
  run: ClaimedCollectorRun,
  collector: Collector,
  ending: Ending,
): Promise<void> {
  const now = ctx.now().toISOString()
  const { failures, failingSince, isOff } = countFailures(collector, ending, ctx.now())
  // Someone who has started a run wants to see that it had nothing to do.
  const isDropped = ending.status === 'finished' && ending.deleteOnComplete && run.scheduledAt !== null
  const recentRuns = ctx.db
    .select({ id: collectorRuns.id })
    .from(collectorRuns)
    .where(eq(collectorRuns.collectorId, collector.id))
    .orderBy(sql`${collectorRuns.createdAt} desc`)
    .limit(limits.collectors.keptRuns)
  const { datasetId } = collector
  const failedDataset = datasetId !== undefined && tellsDataset(ending) ? datasetId : undefined
  const batch = ctx.db.batch([
    requireCondition(ctx, sql`exists (select 1 from ${collectorRuns} where ${hasCollectorLease(run)})`),
    isDropped
      ? ctx.db.delete(collectorRuns).where(hasCollectorLease(run))
      : ctx.db
          .update(collectorRuns)
          .set({ status: ending.status, finishedAt: now, lease: null, leaseUntil: 0 })
          .where(hasCollectorLease(run)),
    ctx.db
      .update(collectors)
      .set({ failures, failingSince, ...(isOff ? { active: false } : {}) })
      .where(eq(collectors.id, collector.id)),
    ...(ending.status === 'error'
      ? [addCollectorEvent(ctx, collector.id, { type: 'finish-error', ...causeIn(ending) })]
      : []),
    ...(failedDataset === undefined
      ? []
      : remoteFileFailed(ctx, {
          id: failedDataset,
          reason: ending.status === 'error' ? ending.message : notices.stopped,
          isStopped: ending.status === 'killed',
        })),
    ...(isOff
      ? [
          addCollectorEvent(ctx, collector.id, { type: 'disabled', ...causeIn(ending) }),
          ctx.db
            .delete(collectorRuns)
            .where(and(eq(collectorRuns.collectorId, collector.id), eq(collectorRuns.status, 'scheduled'))),
        ]
      : []),
    ctx.db
      .delete(collectorRuns)
      .where(and(eq(collectorRuns.collectorId, collector.id), notInArray(collectorRuns.id, recentRuns))),
  ])
  try {
    await batch
  } catch (error) {
    if (isChanged(error)) return
    throw error
  }
  await announceRun(ctx, run, { status: ending.status, finishedAt: now })
  if (ending.status === 'error') await announceEvents(ctx, collector.id)
  // The result of a run that was started by hand is read on its page.
  const isNews = run.scheduledAt !== null && (failures === 1 || isOff)
  if (ending.status === 'error' && isNews) mailFailedRun(ctx, collector, { reason: ending.message, failures, isOff })
  if (failedDataset === undefined) return
  forgetDataset(failedDataset)
  await announceJournal(ctx, failedDataset)
}

/** Why a run has failed, for an event. */
function causeIn(ending: Ending): { data: string } | { problem: StoredProblem } {
  if (ending.status !== 'error') return { data: '' }
  return ending.problem ? { problem: ending.problem } : { data: ending.message.en }
}

/** Whether the journal of the dataset of a remote file is to tell of an ending. */
const tellsDataset = (ending: Ending): boolean =>
  ending.status === 'killed' || (ending.status === 'error' && ending.isJournaled !== true)

/** The statement that adds the time of a slice to the usage of an account. */
export function addUsage(ctx: Context, { owner }: Collector, ms: number) {
  const seconds = Math.ceil(ms / SECOND_MS)
  const { ownerType, ownerId, month } = collectorUsage
  return ctx.db
    .insert(collectorUsage)
    .values({ ownerType: owner.type, ownerId: owner.id, month: ctx.now().toISOString().slice(0, 7), seconds })
    .onConflictDoUpdate({
      target: [ownerType, ownerId, month],
      set: { seconds: sql`${collectorUsage.seconds} + ${seconds}` },
    })
}
