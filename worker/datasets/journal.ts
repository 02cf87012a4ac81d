import { desc, eq } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { describe, type StoredProblem } from '../errors'
import { limits } from '../limits'
import { loadDataset } from './load'

/** The values of a journal row. */
export function journalEntry(
  ctx: Context,
  datasetId: string,
  event: { type: string; problem?: StoredProblem | undefined; data?: string | undefined; draft?: boolean | undefined },
) {
  return {
    datasetId,
    type: event.type,
    date: ctx.now().toISOString(),
    draft: event.draft ?? false,
    problem: event.problem ? JSON.stringify(event.problem) : null,
    data: event.data ?? null,
  }
}

/** The statement that adds an event to a dataset's journal, to put in the batch of the change it tells of. */
export function addToJournal(ctx: Context, datasetId: string, event: Parameters<typeof journalEntry>[2]) {
  return ctx.db.insert(tables.journal).values(journalEntry(ctx, datasetId, event))
}

/** The journal, newest first (contract datasets §1.13). Problems are told in the reader's language. */
export async function readJournal(ctx: Context, id: string): Promise<Record<string, unknown>[]> {
  await loadDataset(ctx, id, 'readJournal')
  const rows = await ctx.db
    .select()
    .from(tables.journal)
    .where(eq(tables.journal.datasetId, id))
    .orderBy(desc(tables.journal.id))
    .limit(limits.datasets.maxJournalEvents)
  return rows.map((row) => {
    // Written by journalEntry from a StoredProblem.
    const stored = row.problem ? (JSON.parse(row.problem) as StoredProblem) : undefined
    const data = stored ? describe(stored, ctx.language) : row.data
    return {
      type: row.type,
      date: row.date,
      ...(data !== null ? { data } : {}),
      ...(stored ? { code: stored.code } : {}),
      ...(row.draft ? { draft: true } : {}),
      ...(row.type === 'dataset-created' ? { href: `${ctx.baseUrl}/dataset/${id}` } : {}),
    }
  })
}
