/** Events of resources: in the journal of the resource and in the log of its owner. */
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import type { StoredProblem } from '../errors'
import type { Kind } from './kind'

export type ResourceEvent = {
  type: string
  problem?: StoredProblem | undefined
  data?: string | undefined
  draft?: boolean | undefined
  /** In the log of the owner only, not in the journal of the resource. */
  logOnly?: boolean | undefined
}

const { journal, webhooks } = tables

/**
 * The statement that stores an event, for the batch of the change that it describes. Nothing is stored when the resource
 * does not exist.
 *
 * @param condition the event is stored only where this holds
 */
export function insertEvent(
  ctx: Context,
  { name, table }: Kind,
  input: { id: string; event: ResourceEvent; condition?: SQL | undefined },
) {
  const { id, event, condition = sql`true` } = input
  const problem = event.problem ? JSON.stringify(event.problem) : null
  const [dataset, application] = name === 'datasets' ? [id, null] : ['', id]
  return ctx.db.insert(journal).select(
    sql`select null, ${dataset}, ${event.type}, ${ctx.now().toISOString()}, ${event.draft ? 1 : 0}, ${problem},
        ${event.data ?? null}, ${event.logOnly ? 1 : 0},
        ${table.ownerType}, ${table.ownerId}, coalesce(${table.ownerDepartment}, ''), ${application}, null
      from ${table} where ${table.id} = ${id} and ${condition}`,
  )
}

/** The condition that a webhook receives the events of a resource: a webhook of an account receives those of its departments. */
export function isSubscribed({ table }: Kind): SQL | undefined {
  return and(
    eq(webhooks.ownerType, table.ownerType),
    eq(webhooks.ownerId, table.ownerId),
    or(eq(webhooks.department, ''), eq(webhooks.department, table.ownerDepartment)),
    isNull(webhooks.disabledAt),
  )
}
