import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { limits } from '../limits'
import { loadApplication } from './load'

/** What happens to an application (contract applications A.7, F.3). */
export type JournalEvent = {
  type:
    | 'application-created'
    | 'config-updated'
    | 'config-draft-updated'
    | 'config-draft-cancelled'
    | 'error'
    | 'application-deleted'
    | 'webhook-disabled'
  data?: string
  /** It is for the log of the account, and not for the journal of the application. */
  logOnly?: boolean
}

const { applications, journal, webhooks } = tables

/**
 * The statement that adds an event to an application's journal and to the log of its owner, to put in the batch of the
 * change it tells of; call `announceJournal` once that is written.
 */
export function addToJournal(ctx: Context, id: string, { type, data, logOnly }: JournalEvent) {
  return ctx.db.insert(journal).select(
    sql`select null, '', ${type}, ${ctx.now().toISOString()}, 0, null, ${data ?? null}, ${logOnly ? 1 : 0},
        ${applications.ownerType}, ${applications.ownerId}, coalesce(${applications.ownerDepartment}, ''), ${id}
      from ${applications} where ${applications.id} = ${id}`,
  )
}

/** The journal, newest first (contract applications A.8). */
export async function readJournal(ctx: Context, id: string): Promise<Record<string, unknown>[]> {
  await loadApplication(ctx, id, 'readJournal')
  const rows = await ctx.db
    .select({ type: journal.type, date: journal.date, data: journal.data })
    .from(journal)
    .where(inJournal(id))
    .orderBy(desc(journal.id))
    .limit(limits.datasets.maxJournalEvents)
  return rows.map(({ type, date, data }) => ({
    type,
    date,
    ...(data === null ? {} : { data }),
    ...(type === 'application-created' ? { href: `${ctx.baseUrl}/application/${id}` } : {}),
  }))
}

const inJournal = (id: string): SQL | undefined => and(eq(journal.applicationId, id), eq(journal.logOnly, false))

/** To call after the commit of what is in the journal: a message to each webhook of the owner. Never fails. */
export async function announceJournal(ctx: Context, id: string): Promise<void> {
  try {
    const rows = await ctx.db
      .select({ webhook: webhooks.id })
      .from(applications)
      .innerJoin(
        webhooks,
        and(
          eq(webhooks.ownerType, applications.ownerType),
          eq(webhooks.ownerId, applications.ownerId),
          or(eq(webhooks.department, ''), eq(webhooks.department, applications.ownerDepartment)),
          isNull(webhooks.disabledAt),
        ),
      )
      .where(eq(applications.id, id))
    for (const { webhook } of rows) await ctx.jobs.callWebhook(webhook)
  } catch (error) {
    ctx.log('warn', 'an announcement failed', { application: id, error: String(error) })
  }
}
