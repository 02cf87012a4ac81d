/** The text of an alert. Pure. */
import type { tables } from '../db/client'
import type { Language } from '../errors'
import { limits } from '../limits'
import { cutText } from '../schema/cut-text'

type Row = typeof tables.alerts.$inferSelect
export type AlertKind = Row['kind']
/** A condition that holds, or held until `endedAt`. */
export type Alert = Pick<Row, 'kind' | 'subject' | 'title' | 'beganAt' | 'endedAt'>

const sentences: Record<AlertKind, Record<Language, string>> = {
  'dead-letter': {
    en: 'A queue message for the dataset {name} failed all its retries',
    fr: 'Un message de la file d’attente pour le jeu de données {name} a échoué à chaque tentative',
  },
  'stuck-run': {
    en: 'The processing of the dataset {name} is stuck',
    fr: 'Le traitement du jeu de données {name} est bloqué',
  },
  'database-nearly-full': { en: 'The database {name} is nearly full', fr: 'La base {name} est presque pleine' },
  'collector-failing': { en: 'The collector {name} fails repeatedly', fr: 'Le collecteur {name} échoue à répétition' },
}

/** The sentence of an alert about a subject of this name. */
export const alertSentence = (kind: AlertKind, name: string, language: Language): string =>
  sentences[kind][language].replace('{name}', () => name)

/** The path of the page of the subject of an alert; databases have none. */
export function alertPagePath({ kind, subject }: Pick<Alert, 'kind' | 'subject'>): string | undefined {
  if (kind === 'database-nearly-full') return undefined
  return `/${kind === 'collector-failing' ? 'collector' : 'dataset'}/${subject}`
}

/**
 * The line of a change for a receiver. A title is text of a user: chat services take `<…>` and `@` as links and as calls of
 * people, and a line break as another line.
 */
export function alertLine({ kind, subject, title, endedAt }: Alert): string {
  const plain = title.replace(/[\s\p{Cc}<>@]+/gu, ' ').trim()
  const name = plain === subject ? subject : `“${cutText(plain, limits.alerts.maxTitleChars)}” (${subject})`
  return `${endedAt === null ? '' : 'Over: '}${alertSentence(kind, name, 'en')}.`
}

/** The body of the request to a webhook. */
export function webhookBody(changes: readonly Alert[], href: string): string {
  const alerts = changes.map(({ kind, subject, title, beganAt, endedAt }) => ({
    ...{ kind, subject, title, beganAt },
    ...(endedAt === null ? { state: 'began' } : { state: 'ended', endedAt }),
  }))
  return JSON.stringify({ text: changes.map(alertLine).join('\n'), href, alerts })
}
