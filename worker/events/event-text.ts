/** The text of an event of the log. Pure. */
import { z } from '@hono/zod-openapi'
import type { Language } from '../errors'
import { limits } from '../limits'
import { eventType, type LogEvent, notificationOf, resourceOf } from './event'

type Sentences = Record<string, { en: string; fr: string }>

const ofDatasets: Sentences = {
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
  'dataset-restored': { en: 'The dataset {title} was restored', fr: 'Le jeu de données {title} a été restauré' },
  'webhook-disabled': {
    en: 'A webhook was given up after repeated failures, at an event of the dataset {title}',
    fr: 'Un webhook a été abandonné après des échecs répétés, sur un événement du jeu de données {title}',
  },
}

const ofApplications: Sentences = {
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
  'application-restored': {
    en: 'The application {title} was restored',
    fr: "L'application {title} a été restaurée",
  },
  'application-deleted': { en: 'The application {title} was deleted', fr: "L'application {title} a été supprimée" },
  'webhook-disabled': {
    en: 'A webhook was given up after repeated failures, at an event of the application {title}',
    fr: "Un webhook a été abandonné après des échecs répétés, sur un événement de l'application {title}",
  },
}

const ofCollectors: Sentences = {
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

const sentences = { dataset: ofDatasets, application: ofApplications, collector: ofCollectors }

/** The events whose data is the title of the deleted resource. */
const deletions = { dataset: 'dataset-deleted', application: 'application-deleted', collector: 'delete' }

/** An event in one sentence. */
export function eventSentence(event: LogEvent, language: Language): string {
  const notification = notificationOf(event)
  if (notification) return notification.title
  const { type: kind, id } = resourceOf(event)
  const sentence = sentences[kind][eventType(event)]?.[language] ?? `{title}: ${eventType(event)}`
  // A function, because a title may contain a replacement pattern such as `$&`.
  return sentence
    .replace('{site}', () => event.data ?? '')
    .replace('{title}', () => event.title ?? (event.type === deletions[kind] ? event.data : null) ?? id)
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
