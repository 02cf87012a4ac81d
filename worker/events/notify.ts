import { actorFor } from '../accounts'
import type { Context } from '../context'
import { loadDataset } from '../datasets'
import { addToJournal, announceJournal } from '../datasets/journal'
import { problem } from '../errors'
import { authorOf, originatorOf, scopesFor } from '../identity'
import { canCreateFor } from '../permissions'
import { topicOf, type UserNotification } from './event'

/**
 * Sends a notification about a dataset to the subscribers of its account: an event of the log, of which webhooks are told.
 *
 * @returns the event
 * @throws `permission-missing`: a public notification also needs a role to write for the owner
 */
export async function notifySubscribers(
  ctx: Context,
  input: { id: string; notification: UserNotification },
): Promise<Record<string, unknown>> {
  const { notification } = input
  const operation = notification.visibility === 'public' ? 'sendUserNotificationPublic' : 'sendUserNotification'
  const dataset = await loadDataset(ctx, input.id, operation)
  const actor = actorFor(ctx, scopesFor('write'))
  if (notification.visibility === 'public' && !canCreateFor(actor, dataset.owner)) {
    throw problem('permission-missing', { operation, class: 'write' })
  }
  const { id, slug, metadata, owner } = dataset
  const { title, body, visibility, recipient } = notification
  const urlParams = { ...notification.urlParams, datasetId: id, datasetSlug: slug, userId: authorOf(actor).id }
  const event = { type: 'user-notification', data: JSON.stringify({ ...notification, urlParams }) } as const
  await ctx.db.batch([addToJournal(ctx, id, { ...event, logOnly: true })])
  await announceJournal(ctx, id)
  const key = topicOf({ ...event, draft: false, applicationId: null, collectorId: null, datasetId: id, slug })
  return {
    date: ctx.now().toISOString(),
    topic: { key, title },
    title,
    ...(body === undefined ? {} : { body }),
    urlParams,
    visibility,
    sender: owner,
    originator: originatorOf(actor),
    resource: { type: 'dataset', id, title: metadata.title },
    ...(recipient ? { recipient } : {}),
  }
}
