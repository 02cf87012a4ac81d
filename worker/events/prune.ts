import { and, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { limits } from '../limits'
import { DAY_MS } from '../limits/units'

/**
 * Deletes expired events: those in no journal (of the account alone, or of a deleted dataset), and
 * those of a journal beyond its latest ones.
 *
 * @returns how many were removed
 */
export async function pruneLog(ctx: Context): Promise<number> {
  const { journal, datasets, applications } = tables
  const { keptDays, pruneBatch } = limits.events
  const before = new Date(ctx.now().getTime() - keptDays * DAY_MS).toISOString()
  const ofNoJournal = ctx.db
    .select({ id: journal.id })
    .from(journal)
    .where(
      and(
        lt(journal.date, before),
        sql`(${journal.logOnly} or not (exists (select 1 from ${datasets} where ${datasets.id} = ${journal.datasetId})
          or exists (select 1 from ${applications} where ${applications.id} = ${journal.applicationId})))`,
      ),
    )
    .orderBy(journal.date)
    .limit(pruneBatch)
  const removed = await ctx.db.delete(journal).where(inArray(journal.id, ofNoJournal)).returning({ id: journal.id })
  let count = removed.length
  for (const crowded of await crowdedJournals(ctx)) count += await pruneJournal(ctx, crowded, before)
  return count
}

type Journal = { datasetId: string; applicationId: string | null }

/** Journals with more events than their maximum. */
async function crowdedJournals(ctx: Context): Promise<Journal[]> {
  const { journal } = tables
  return ctx.db
    .select({ datasetId: journal.datasetId, applicationId: journal.applicationId })
    .from(journal)
    .where(eq(journal.logOnly, false))
    .groupBy(journal.datasetId, journal.applicationId)
    .having(sql`count(*) > ${limits.datasets.maxJournalEvents}`)
    .limit(limits.events.pruneBatch)
}

async function pruneJournal(ctx: Context, { datasetId, applicationId }: Journal, before: string): Promise<number> {
  const { journal } = tables
  const isIt =
    applicationId === null
      ? and(eq(journal.datasetId, datasetId), isNull(journal.applicationId))
      : eq(journal.applicationId, applicationId)
  const inIt = and(isIt, eq(journal.logOnly, false))
  const newestBeyond = sql`(select ${journal.id} from ${journal} where ${inIt}
    order by ${journal.id} desc limit 1 offset ${limits.datasets.maxJournalEvents})`
  const removed = await ctx.db
    .delete(journal)
    .where(and(inIt, lt(journal.date, before), lte(journal.id, newestBeyond)))
    .returning({ id: journal.id })
  return removed.length
}
