import type { Context } from '../context'
import { tables } from '../db/client'
import { authorOf, loggedType } from '../identity'
import type { AuditedAction } from './audited-actions'

/** The audit row of a change, to put in the same batch as the change. */
export function audit(ctx: Context, action: AuditedAction, resource: string) {
  const actor = 'actor' in ctx.identity ? ctx.identity.actor : ({ type: 'anonymous' } as const)
  return ctx.db.insert(tables.audit).values({
    date: ctx.now().toISOString(),
    actorType: loggedType(actor),
    actorId: authorOf(actor).id,
    action,
    resource,
  })
}
