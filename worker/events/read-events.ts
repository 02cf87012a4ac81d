import { actorFor } from '../accounts'
import type { Context } from '../context'
import { describe, problem, type StoredProblem } from '../errors'
import { assertSignedIn, type Owner } from '../identity'
import { limits } from '../limits'
import { roleOver } from '../permissions'
import { parseOwner } from '../resources/list'
import { eventKey, type LogEvent, notificationOf, resourceOf, topicOf } from './event'
import { brokenColumnsText, eventSentence } from './event-text'
import { logAfter } from './log'

/**
 * The log of an account after a cursor, oldest first. Send the cursor of the response as
 * `since` in the next request, even if there were no events.
 *
 * @param input.owner `type:id[:department]`; the active account when absent
 * @throws `sign-in-required`, `account-refused`
 */
export async function readEvents(
  ctx: Context,
  input: { owner?: string | undefined; since: number; size: number },
): Promise<{ results: Record<string, unknown>[]; cursor: number }> {
  const owner = requestedAccount(ctx, input.owner)
  const rows = await logAfter(ctx, owner, { since: input.since, size: Math.min(input.size, limits.events.maxPage) })
  return { results: rows.map((row) => presented(ctx, row)), cursor: rows.at(-1)?.id ?? input.since }
}

/** The account of the requested log; the actor must be its administrator. */
function requestedAccount(ctx: Context, requested: string | undefined): Pick<Owner, 'type' | 'id' | 'department'> {
  const actor = actorFor(ctx, ['datasets', 'datasets-read'])
  assertSignedIn(actor)
  const owner = requested === undefined ? actor.account : { name: '', ...parseOwner(requested) }
  if (roleOver(actor, owner) !== 'admin') throw problem('account-refused')
  return owner
}

function presented(ctx: Context, event: LogEvent): Record<string, unknown> {
  const { id, date, slug, ownerDepartment, ownerName } = event
  const resource = resourceOf(event)
  const key = eventKey(event)
  const title = eventSentence(event, ctx.language)
  // addToJournal writes it from a StoredProblem.
  const stored = event.problem ? (JSON.parse(event.problem) as StoredProblem) : undefined
  const notification = notificationOf(event)
  const body = stored
    ? describe(stored, ctx.language)
    : notification
      ? notification.body
      : (brokenColumnsText(event, ctx.language) ?? event.data)
  return {
    id,
    date,
    event: key,
    topic: { key: topicOf(event), title },
    title,
    ...(body ? { body } : {}),
    sender: {
      type: event.ownerType,
      id: event.ownerId,
      ...(ownerName ? { name: ownerName } : {}),
      ...(ownerDepartment ? { department: ownerDepartment } : {}),
    },
    ...(event.originator ? { originator: JSON.parse(event.originator) } : {}),
    resource: { type: resource.type, id: resource.id, ...(event.title ? { title: event.title } : {}) },
    urlParams: { ...notification?.urlParams, id: resource.id, ...(slug ? { slug } : {}) },
    visibility: notification?.visibility ?? 'private',
    ...(notification?.recipient ? { recipient: notification.recipient } : {}),
    href: `${ctx.baseUrl}/api/v1/${resource.path}`,
  }
}
