/** Live channels of a dataset: listeners, announcements after commits, and events to replay. */
import { and, asc, desc, eq, gt, lte, max, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'
import { isSubscribed } from '../../resources'
import type { Dataset } from '../metadata/dataset'
import { datasetKind } from '../metadata/kind'
import { isSettled } from '../metadata/status'
import { addToJournal, inJournal, type JournalEvent, type StoredEvent } from './journal'
import { lastActivity, type MissedEvent } from './replay-events'
import { withLines } from './with-lines'

const { datasets, journal, runs, webhooks } = tables

/**
 * Marks a dataset as listened to. Events that are committed later are announced.
 *
 * @returns the highest journal id so far
 */
export async function startListening(ctx: Context, id: string): Promise<number> {
  const [, [newest]] = await ctx.db.batch([
    ctx.db.update(datasets).set({ listened: true }).where(eq(datasets.id, id)),
    ctx.db.select({ id: max(journal.id) }).from(journal),
  ])
  return newest?.id ?? 0
}

/** Marks a dataset as without listeners. */
export async function stopListening(ctx: Context, id: string): Promise<void> {
  await ctx.db.update(datasets).set({ listened: false }).where(eq(datasets.id, id))
}

/** A page of the events of a dataset after a journal id, and up to another, oldest first. */
export function journalAfter(
  ctx: Context,
  datasetId: string,
  { after, upTo }: { after: number; upTo?: number | undefined },
): Promise<StoredEvent[]> {
  return ctx.db
    .select()
    .from(journal)
    .where(and(inJournal(datasetId), gt(journal.id, after), upTo === undefined ? undefined : lte(journal.id, upTo)))
    .orderBy(asc(journal.id))
    .limit(limits.realtime.journalBatch)
}

/** Id of the newest event of a dataset. */
const newestEvent = sql<
  number | null
>`(select max(${journal.id}) from ${journal} where ${journal.datasetId} = ${datasets.id})`

/**
 * To call after the commit of events: one small read, then a message to the channel if it has listeners, and to each
 * webhook of the owner. Never fails: the cron repeats lost messages.
 */
export async function announceJournal(ctx: Context, datasetId: string): Promise<void> {
  await unlessItFails(ctx, datasetId, async () => {
    const rows = await ctx.db
      .select({ listened: datasets.listened, webhook: webhooks.id, newest: newestEvent })
      .from(datasets)
      .leftJoin(webhooks, isSubscribed(datasetKind))
      .where(eq(datasets.id, datasetId))
    const [first] = rows
    if (first?.listened) await ctx.realtime.journaled(datasetId, first.newest ?? undefined)
    for (const { webhook } of rows) if (webhook) await ctx.jobs.callWebhook(webhook)
  })
}

/** Datasets with listeners and events of the last `repairWindowMs`: the cron announces them again, in case it was lost. */
export async function datasetsToAnnounce(ctx: Context): Promise<string[]> {
  const since = new Date(ctx.now().getTime() - limits.realtime.repairWindowMs).toISOString()
  const rows = await ctx.db
    .selectDistinct({ id: datasets.id })
    .from(datasets)
    .innerJoin(journal, eq(journal.datasetId, datasets.id))
    .where(and(sql`${datasets.listened}`, gt(journal.date, since)))
    .limit(limits.realtime.repairBatch)
  return rows.map(({ id }) => id)
}

/** Sends an event that is not stored in the journal to the listeners, if any. */
export async function announceStep(ctx: Context, dataset: Dataset, type: string, draft: boolean): Promise<void> {
  if (!dataset.listened) return
  const event = { type, date: ctx.now().toISOString(), ...(draft ? { draft } : {}), store: false }
  await ctx.realtime.tell(dataset.id, 'journal', event)
}

/** Stores an event without a text in the journal, and sends it to the listeners. */
export async function journalStep(
  ctx: Context,
  { id }: Dataset,
  type: JournalEvent['type'],
  draft: boolean,
): Promise<void> {
  await addToJournal(ctx, id, { type, draft })
  await announceJournal(ctx, id)
}

/** Sends the progress of a dataset, as in `task-progress`, to the listeners, if any. Never fails. */
export async function announceProgress(ctx: Context, datasetId: string): Promise<void> {
  await unlessItFails(ctx, datasetId, async () => {
    const [row] = await ctx.db
      .select({ listened: datasets.listened, run: runs })
      .from(datasets)
      .leftJoin(runs, eq(runs.datasetId, datasets.id))
      .where(eq(datasets.id, datasetId))
      .orderBy(...currentFirst)
      .limit(1)
    if (row?.listened) await ctx.realtime.tell(datasetId, 'task-progress', progressOf(row.run ?? undefined))
  })
}

/** The order of the runs of a dataset: one that failed counts while no other, of its draft for instance, is running. */
export const currentFirst = [runs.failed, desc(runs.touchedAt)]

/** `{}` when idle, else the task and its progress, 0–100. */
export function progressOf(run: typeof runs.$inferSelect | undefined) {
  return run ? { task: run.stage, progress: run.progress, ...(run.failed ? { error: true } : {}) } : {}
}

/**
 * Events to replay to a client that subscribes just after the event that it waits for. Empty while processing is in
 * progress: the client would take the end of earlier processing for the one that it waits for.
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
  // Lines were written since the counts and statistics were computed.
  const isBehind = published.status === 'finalized' && (published.dataUpdatedAt ?? '') > (published.finalizedAt ?? '')
  return isSettled(published.status) && !isBehind
}

/** Runs an announcement. Its errors are logged, because the change is already committed. */
async function unlessItFails(ctx: Context, datasetId: string, announce: () => Promise<void>): Promise<void> {
  try {
    await announce()
  } catch (error) {
    ctx.log('warn', 'an announcement failed', { dataset: datasetId, error: String(error) })
  }
}
