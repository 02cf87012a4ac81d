/** Events of resources: in the journal of the resource and in the log of its owner. */
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import type { ApplicationEventType, CollectorEventType, DatasetEventType } from '../db/event-types'
import type { StoredProblem } from '../errors'
import { type Originator, originatorOf, originatorSchema } from '../identity'

type EventType = DatasetEventType | ApplicationEventType | CollectorEventType

export type ResourceEvent<Type extends EventType = EventType> = {
  type: Type
  problem?: StoredProblem | undefined
  data?: string | undefined
  draft?: boolean | undefined
  /** Who caused it, when a run of the service stores the event later. */
  originator?: Originator | undefined
  /** In the log of the owner only, not in the journal of the resource. */
  logOnly?: boolean | undefined
}

const { journal, webhooks } = tables

/** A kind of resource with events. */
type Journaled = {
  name: 'datasets' | 'applications' | 'collectors'
  table: typeof tables.datasets | typeof tables.applications | typeof tables.collectors
}

/**
 * The statement that stores an event, for the batch of the change that it describes. Nothing is stored when the resource
 * does not exist.
 *
 * @param condition the event is stored only where this holds
 */
export function insertEvent(
  ctx: Context,
  { name, table }: Journaled,
  input: { id: string; event: ResourceEvent; condition?: SQL | undefined },
) {
  const { id, event, condition = sql`true` } = input
  const originator = event.originator ?? ('actor' in ctx.identity ? originatorOf(ctx.identity.actor) : undefined)
  const problem = event.problem ? JSON.stringify(event.problem) : null
  const columnOf = (kind: Journaled['name']) => (name === kind ? id : null)
  return ctx.db.insert(journal).select(
    sql`select null, ${columnOf('datasets') ?? ''}, ${event.type}, ${ctx.now().toISOString()}, ${event.draft ? 1 : 0}, ${problem},
        ${event.data ?? null}, ${event.logOnly ? 1 : 0},
        ${table.ownerType}, ${table.ownerId}, coalesce(${table.ownerDepartment}, ''), ${columnOf('applications')},
        ${columnOf('collectors')}, ${originator ? JSON.stringify(originator) : null}
      from ${table} where ${table.id} = ${id} and ${condition}`,
  )
}

/** The person or the key that caused an event, for its document in a journal: the service itself is not named. */
export function namedOriginator(stored: string | null): { originator?: Originator } {
  if (stored === null) return {}
  const { user, apiKey } = originatorSchema.parse(JSON.parse(stored))
  if (!user && !apiKey) return {}
  return { originator: { ...(user ? { user } : {}), ...(apiKey ? { apiKey } : {}) } }
}

/** The condition that a webhook receives the events of a resource: a webhook of an account receives those of its departments. */
export function isSubscribed({ table }: Pick<Journaled, 'table'>): SQL | undefined {
  return and(
    eq(webhooks.ownerType, table.ownerType),
    eq(webhooks.ownerId, table.ownerId),
    or(eq(webhooks.department, ''), eq(webhooks.department, table.ownerDepartment)),
    isNull(webhooks.disabledAt),
  )
}

/** To call after the commit of events: sends a message to each webhook of the owner. Never fails: the cron repeats it. */
export async function announceToWebhooks(ctx: Context, { name, table }: Journaled, id: string): Promise<void> {
  try {
    const rows = await ctx.db
      .select({ webhook: webhooks.id })
      .from(table)
      .innerJoin(webhooks, isSubscribed({ table }))
      .where(eq(table.id, id))
    for (const { webhook } of rows) await ctx.jobs.callWebhook(webhook)
  } catch (error) {
    ctx.log('warn', 'an announcement failed', { [name]: id, error: String(error) })
  }
}
