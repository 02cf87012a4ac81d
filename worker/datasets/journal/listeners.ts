/** What the live channels of a dataset ask of it, and what is told to them after a commit. */
import { and, asc, desc, eq, gt, max, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import { isSubscribed } from '../../resources'
import { datasetKind } from '../metadata/kind'
import type { Dataset } from '../metadata/load'
import { isSettled } from '../metadata/status'
import { inJournal, type StoredEvent } from './journal'
import { withLines } from './live'
import { lastActivity, type MissedEvent } from './replay-events'

const { datasets, journal, runs, webhooks } = tables

/**
 * Notes that someone listens to a dataset. What is committed from then on is announced; what was before has at most the
 * journal id that is returned.
 */
export async function startListening(ctx: Context, id: string): Promise<number> {
  const [, [newest]] = await ctx.db.batch([
    ctx.db.update(datasets).set({ listened: true }).where(eq(datasets.id, id)),
    ctx.db.select({ id: max(journal.id) }).from(journal),
  ])
  return newest?.id ?? 0
}

/** Notes that nobody listens to a dataset any more. */
export async function stopListening(ctx: Context, id: string): Promise<void> {
  await ctx.db.update(datasets).set({ listened: false }).where(eq(datasets.id, id))
}

/** Events of a dataset after one, oldest first, some at a time. */
export function journalAfter(ctx: Context, datasetId: string, id: number): Promise<StoredEvent[]> {
  return ctx.db
    .select()
    .from(journal)
    .where(and(inJournal(datasetId), gt(journal.id, id)))
    .orderBy(asc(journal.id))
    .limit(limits.realtime.journalBatch)
}

/**
 * To call after the commit of what is in the journal: one small read, and a message to the channel if someone listens and
 * to each webhook of the owner. Never fails: both find by themselves what they were not told.
 */
export async function announceJournal(ctx: Context, datasetId: string): Promise<void> {
  await unlessItFails(ctx, datasetId, async () => {
    const rows = await ctx.db
      .select({ listened: datasets.listened, webhook: webhooks.id })
      .from(datasets)
      .leftJoin(webhooks, isSubscribed(datasetKind))
      .where(eq(datasets.id, datasetId))
    if (rows[0]?.listened) await ctx.realtime.journaled(datasetId)
    for (const { webhook } of rows) if (webhook) await ctx.jobs.callWebhook(webhook)
  })
}

/** Datasets that someone listens to and whose journal has grown of late: a lost announcement is repaired by another. */
export async function unheardDatasets(ctx: Context): Promise<string[]> {
  const since = new Date(ctx.now().getTime() - limits.realtime.repairWindowMs).toISOString()
  const rows = await ctx.db
    .selectDistinct({ id: datasets.id })
    .from(datasets)
    .innerJoin(journal, eq(journal.datasetId, datasets.id))
    .where(and(sql`${datasets.listened}`, gt(journal.date, since)))
    .limit(limits.realtime.repairBatch)
  return rows.map(({ id }) => id)
}

/** Tells those who listen of something that is not kept in the journal (contract datasets §3.4). Costs nothing without. */
export async function announceStep(ctx: Context, dataset: Dataset, type: string, draft: boolean): Promise<void> {
  if (!dataset.listened) return
  const event = { type, date: ctx.now().toISOString(), ...(draft ? { draft } : {}), store: false }
  await ctx.realtime.tell(dataset.id, 'journal', event)
}

/** Tells those who listen how far the work on a dataset is: what `task-progress` would answer. Never fails. */
export async function announceProgress(ctx: Context, datasetId: string): Promise<void> {
  await unlessItFails(ctx, datasetId, async () => {
    const [row] = await ctx.db
      .select({ listened: datasets.listened, run: runs })
      .from(datasets)
      .leftJoin(runs, eq(runs.datasetId, datasets.id))
      .where(eq(datasets.id, datasetId))
      .limit(1)
    if (row?.listened) await ctx.realtime.tell(datasetId, 'task-progress', progressOf(row.run ?? undefined))
  })
}

/** `{}` when idle, else the task and its progress, 0–100 (contract datasets §1.13). */
export function progressOf(run: typeof runs.$inferSelect | undefined) {
  return run ? { task: run.stage, progress: run.progress, ...(run.failed ? { error: true } : {}) } : {}
}

/**
 * What a client is told that subscribes just after the event it waits for (contract applications E.6). Nothing while work
 * is under way: what the client waits for is still to come, and the end of earlier work would be taken for it.
 */
export async function missedEvents(ctx: Context, dataset: Dataset): Promise<MissedEvent[]> {
  const current = await withLines(ctx, dataset)
  if (!isIdle(current)) return []
  const since = new Date(ctx.now().getTime() - limits.realtime.replayMs).toISOString()
  const rows = await ctx.db
    .select()
    .from(journal)
    .where(and(inJournal(dataset.id), gt(journal.date, since)))
    .orderBy(desc(journal.id))
    .limit(limits.realtime.journalBatch)
  return lastActivity(rows, { finalizedAt: dataset.published.finalizedAt, since })
}

function isIdle({ published, draft }: Dataset): boolean {
  if (draft && !isSettled(draft.status)) return false
  if (published.status === 'draft') return true
  // Lines were written whose counts and statistics are not yet made (contract editable-accounts A.7).
  const isBehind = published.status === 'finalized' && (published.dataUpdatedAt ?? '') > (published.finalizedAt ?? '')
  return isSettled(published.status) && !isBehind
}

/** Runs something that must not make a change fail which is already made. */
async function unlessItFails(ctx: Context, datasetId: string, announce: () => Promise<void>): Promise<void> {
  try {
    await announce()
  } catch (error) {
    ctx.log('warn', 'an announcement failed', { dataset: datasetId, error: String(error) })
  }
}
