/** The text of an event of the log, and the key that webhooks subscribe to: pure. */
import { z } from '@hono/zod-openapi'
import type { Language } from '../errors'
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
export function eventKey(event: Pick<LogEvent, 'type' | 'draft' | 'applicationId' | 'collectorId'>): string {
  if (event.collectorId !== null) return `collector-${event.type}`
  if (event.applicationId !== null) return `application-${event.type}`
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

const sentences: Record<string, { en: string; fr: string }> = {
  'dataset-created': { en: 'The dataset {title} was created', fr: 'Le jeu de données {title} a été créé' },
  'data-updated': {
    en: 'The data of the dataset {title} was updated',
    fr: 'Les données du jeu de données {title} ont été mises à jour',
  },
  'structure-updated': {
    en: 'The structure of the dataset {title} was changed',
    fr: 'La structure du jeu de données {title} a été modifiée',
  },
  'breaking-change': {
    en: 'The structure of the dataset {title} was changed in a way that may break its uses',
    fr: 'La structure du jeu de données {title} présente une rupture de compatibilité',
  },
  'finalize-end': {
    en: 'The dataset {title} was processed and its data is available',
    fr: 'Le jeu de données {title} a été traité et ses données sont disponibles',
  },
  error: {
    en: 'An error occurred while the dataset {title} was processed',
    fr: 'Une erreur est survenue pendant le traitement du jeu de données {title}',
  },
  'validation-error': {
    en: 'The new data of the dataset {title} does not pass its validation',
    fr: 'Les nouvelles données du jeu de données {title} ne passent pas la validation',
  },
  'draft-cancelled': {
    en: 'The draft of the dataset {title} was cancelled',
    fr: 'Le brouillon du jeu de données {title} a été annulé',
  },
  publication: {
    en: 'The dataset {title} was published on {site}',
    fr: 'Le jeu de données {title} a été publié sur {site}',
  },
  'publication-requested': {
    en: 'The publication of the dataset {title} on {site} is requested',
    fr: 'La publication du jeu de données {title} sur {site} est demandée',
  },
  'dataset-deleted': { en: 'The dataset {title} was deleted', fr: 'Le jeu de données {title} a été supprimé' },
  'webhook-disabled': {
    en: 'A webhook was given up after repeated failures, at an event of the dataset {title}',
    fr: 'Un webhook a été abandonné après des échecs répétés, sur un événement du jeu de données {title}',
  },
}

const ofApplications: typeof sentences = {
  'application-created': { en: 'The application {title} was created', fr: "L'application {title} a été créée" },
  'config-updated': {
    en: 'The configuration of the application {title} was changed',
    fr: "La configuration de l'application {title} a été modifiée",
  },
  'config-draft-updated': {
    en: 'A draft of the configuration of the application {title} was written',
    fr: "Un brouillon de la configuration de l'application {title} a été enregistré",
  },
  'config-draft-cancelled': {
    en: 'The draft of the configuration of the application {title} was cancelled',
    fr: "Le brouillon de la configuration de l'application {title} a été annulé",
  },
  error: {
    en: 'The application {title} reports that it does not work',
    fr: "L'application {title} signale qu'elle ne fonctionne pas",
  },
  publication: {
    en: 'The application {title} was published on {site}',
    fr: "L'application {title} a été publiée sur {site}",
  },
  'publication-requested': {
    en: 'The publication of the application {title} on {site} is requested',
    fr: "La publication de l'application {title} sur {site} est demandée",
  },
  'application-deleted': { en: 'The application {title} was deleted', fr: "L'application {title} a été supprimée" },
  'webhook-disabled': {
    en: 'A webhook was given up after repeated failures, at an event of the application {title}',
    fr: "Un webhook a été abandonné après des échecs répétés, sur un événement de l'application {title}",
  },
}

const ofCollectors: typeof sentences = {
  create: { en: 'The collector {title} was created', fr: 'Le collecteur {title} a été créé' },
  delete: { en: 'The collector {title} was deleted', fr: 'Le collecteur {title} a été supprimé' },
  'finish-error': { en: 'A run of the collector {title} failed', fr: 'Une exécution du collecteur {title} a échoué' },
  disabled: {
    en: 'The collector {title} was switched off, because its runs fail again and again',
    fr: 'Le collecteur {title} a été désactivé, car ses exécutions échouent sans cesse',
  },
  'webhook-disabled': {
    en: 'A webhook was given up after repeated failures, at an event of the collector {title}',
    fr: 'Un webhook a été abandonné après des échecs répétés, sur un événement du collecteur {title}',
  },
}

/** An event in one sentence. */
export function eventSentence(event: LogEvent, language: Language): string {
  const notification = notificationOf(event)
  if (notification) return notification.title
  const texts = event.collectorId !== null ? ofCollectors : event.applicationId === null ? sentences : ofApplications
  const sentence = texts[eventType(event)]?.[language] ?? `{title}: ${eventType(event)}`
  // A function, because a title may contain a replacement pattern such as `$&`.
  return sentence
    .replace('{site}', () => event.data ?? '')
    .replace('{title}', () => event.title ?? (isDeletion(event) ? event.data : null) ?? resourceOf(event).id)
}

/** The data of a breaking change: keys of the columns that are gone, and of those of another type. */
const brokenColumnsSchema = z.object({ missing: z.array(z.string()), changed: z.array(z.string()) })

/** The columns that a breaking change concerns; undefined for other events. */
export function brokenColumnsText({ type, data }: LogEvent, language: Language): string | undefined {
  if (type !== 'breaking-change' || data === null) return undefined
  const { missing, changed } = brokenColumnsSchema.parse(JSON.parse(data))
  const named = [
    ...missing.map((key) => ({ en: `the column "${key}" no longer exists`, fr: `la colonne "${key}" n'existe plus` })),
    ...changed.map((key) => ({
      en: `the type of the column "${key}" has changed`,
      fr: `la colonne "${key}" a changé de type`,
    })),
  ].map((text) => text[language])
  const { maxNamedColumns } = limits.events
  const others = named.length - maxNamedColumns
  return [...named.slice(0, maxNamedColumns), ...(others > 0 ? [`+ ${others}`] : [])].join(', ')
}

/** Whether the event has the title of what it deleted as its data. */
const isDeletion = ({ type, collectorId }: LogEvent): boolean =>
  collectorId === null ? type.endsWith('-deleted') : type === 'delete'
