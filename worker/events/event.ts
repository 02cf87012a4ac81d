/** An event of the log: its resource, the key that webhooks subscribe to, its topic. Pure. */
import { z } from '@hono/zod-openapi'
import { limits } from '../limits'

/** An event of the log, with the current title of its dataset, application or collector; null when it is deleted. */
export type LogEvent = {
  id: number
  /** Empty for an event of an application or a collector. */
  datasetId: string
  applicationId: string | null
  collectorId: string | null
  type: string
  date: string
  draft: boolean
  data: string | null
  problem: string | null
  ownerType: 'user' | 'organization'
  ownerId: string
  ownerDepartment: string
  /** Current name of the owner of the resource; null once the resource is deleted. */
  ownerName: string | null
  /** JSON of the originator. */
  originator: string | null
  slug: string | null
  title: string | null
}

/** The type of an event for webhooks, from the type in the journal: a validated draft is new data. */
export function eventType({ type }: Pick<LogEvent, 'type'>): string {
  return type === 'draft-validated' ? 'data-updated' : type
}

/** The resource of the event. */
export function resourceOf({
  datasetId,
  applicationId,
  collectorId,
}: Pick<LogEvent, 'datasetId' | 'applicationId' | 'collectorId'>) {
  if (collectorId !== null) {
    return { type: 'collector', id: collectorId, path: `collectors/${collectorId}` } as const
  }
  return applicationId === null
    ? ({ type: 'dataset', id: datasetId, path: `datasets/${datasetId}` } as const)
    : ({ type: 'application', id: applicationId, path: `applications/${applicationId}` } as const)
}

/** The key that webhooks listen to: `dataset-finalize-end`, `dataset-draft-data-updated`, `application-error`, `collector-disabled`. */
export function eventKey(
  event: Pick<LogEvent, 'type' | 'draft' | 'datasetId' | 'applicationId' | 'collectorId'>,
): string {
  const kind = resourceOf(event).type
  if (kind !== 'dataset') return `${kind}-${event.type}`
  const isDraft = event.draft && event.type !== 'draft-validated'
  return `dataset${isDraft ? '-draft' : ''}-${eventType(event)}`
}

/** A notification that a writer of a dataset sends to the subscribers of its account. */
export const notificationSchema = z
  .strictObject({
    topic: z.string().min(1).max(limits.settings.maxTitleChars).openapi({ example: 'maintenance' }),
    title: z.string().min(1).max(limits.settings.maxTitleChars),
    body: z.string().max(limits.settings.maxTextChars).optional(),
    urlParams: z
      .record(z.string(), z.string())
      .refine((params) => Object.keys(params).length <= limits.events.maxUrlParams, 'too many parameters')
      .refine((params) => JSON.stringify(params).length <= limits.settings.maxTextChars, 'too long')
      .optional(),
    visibility: z.enum(['public', 'private']).default('private'),
    recipient: z.strictObject({ id: z.string(), name: z.string() }).optional(),
  })
  .openapi('UserNotification')
export type UserNotification = z.infer<typeof notificationSchema>
/** A notification with the URL parameters that the service adds. */
const storedNotification = notificationSchema.extend({ urlParams: z.record(z.string(), z.string()) })

/** The notification of an event; undefined for other events. */
export function notificationOf({ type, data }: Pick<LogEvent, 'type' | 'data'>): UserNotification | undefined {
  return type === 'user-notification' && data !== null ? storedNotification.parse(JSON.parse(data)) : undefined
}

/** The topic that subscribers listen to: with the site of a publication, and the topic of a notification. */
export function topicOf(
  event: Pick<LogEvent, 'type' | 'draft' | 'applicationId' | 'collectorId' | 'datasetId' | 'data' | 'slug'>,
): string {
  const { id, type: kind } = resourceOf(event)
  if (kind === 'collector') return `processings:processing-${event.type}:${id}`
  const name = event.slug ?? id
  if (event.type === 'publication') return `data-fair:${kind}-published:${event.data}:${name}`
  if (event.type === 'publication-requested') return `data-fair:${kind}-publication-requested:${event.data}:${name}`
  const notification = notificationOf(event)
  return `data-fair:${eventKey(event)}:${name}${notification ? `:${notification.topic}` : ''}`
}
