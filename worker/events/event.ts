/** The text of an event of the log, and the key that webhooks subscribe to: pure. */
import type { Language } from '../errors'

/** An event of the log, with the current title of its dataset or application; null when it is deleted. */
export type LogEvent = {
  id: number
  /** Empty for an event of an application. */
  datasetId: string
  applicationId: string | null
  type: string
  date: string
  draft: boolean
  data: string | null
  problem: string | null
  ownerType: 'user' | 'organization'
  ownerId: string
  ownerDepartment: string
  slug: string | null
  title: string | null
}

/** The type of an event for webhooks, from the type in the journal: a validated draft is new data. */
export function typeOf({ type }: Pick<LogEvent, 'type'>): string {
  return type === 'draft-validated' ? 'data-updated' : type
}

/** The resource of the event. */
export function resourceOf({ datasetId, applicationId }: Pick<LogEvent, 'datasetId' | 'applicationId'>) {
  return applicationId === null
    ? ({ type: 'dataset', id: datasetId, path: `datasets/${datasetId}` } as const)
    : ({ type: 'application', id: applicationId, path: `applications/${applicationId}` } as const)
}

/** The key that webhooks listen to: `dataset-finalize-end`, `dataset-draft-data-updated`, `application-error`. */
export function keyOf(event: Pick<LogEvent, 'type' | 'draft' | 'applicationId'>): string {
  if (event.applicationId !== null) return `application-${event.type}`
  const isDraft = event.draft && event.type !== 'draft-validated'
  return `dataset${isDraft ? '-draft' : ''}-${typeOf(event)}`
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
  'application-deleted': { en: 'The application {title} was deleted', fr: "L'application {title} a été supprimée" },
  'webhook-disabled': {
    en: 'A webhook was given up after repeated failures, at an event of the application {title}',
    fr: "Un webhook a été abandonné après des échecs répétés, sur un événement de l'application {title}",
  },
}

/** An event in one sentence. */
export function sentenceOf(event: LogEvent, language: Language): string {
  const texts = event.applicationId === null ? sentences : ofApplications
  const sentence = texts[typeOf(event)]?.[language] ?? `{title}: ${typeOf(event)}`
  // A function, because a title may contain a replacement pattern such as `$&`.
  return sentence.replace(
    '{title}',
    () => event.title ?? (event.type.endsWith('-deleted') ? event.data : null) ?? resourceOf(event).id,
  )
}
