import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import type { ApplicationEventType } from '../db/event-types'
import { limits } from '../limits'
import { announceToWebhooks, insertEvent, namedOriginator, type ResourceEvent } from '../resources'
import { applicationKind } from './kind'
import { loadApplication } from './load'

/** An event of an application. */
type JournalEvent = ResourceEvent<ApplicationEventType>

const { journal } = tables

/**
 * The statement that stores an event of an application, for the batch of the change that it describes; call
 * `announceJournal` after the commit.
 */
export const addToJournal = (ctx: Context, id: string, event: JournalEvent) =>
  insertEvent(ctx, applicationKind, { id, event })

/** The journal, newest event first. */
export async function readJournal(ctx: Context, id: string): Promise<Record<string, unknown>[]> {
  await loadApplication(ctx, id, 'readJournal')
  const rows = await ctx.db
    .select({ type: journal.type, date: journal.date, data: journal.data, originator: journal.originator })
    .from(journal)
    .where(inJournal(id))
    .orderBy(desc(journal.id))
    .limit(limits.datasets.maxJournalEvents)
  return rows.map(({ type, date, data, originator }) => ({
    type,
    date,
    ...(data === null ? {} : { data }),
    ...(type === 'application-created' ? { href: `${ctx.baseUrl}/application/${id}` } : {}),
    ...namedOriginator(originator),
  }))
}

const inJournal = (id: string): SQL | undefined => and(eq(journal.applicationId, id), eq(journal.logOnly, false))

/** To call after the commit of events. Never fails. */
export const announceJournal = (ctx: Context, id: string): Promise<void> => announceToWebhooks(ctx, applicationKind, id)
