import type { Language } from '../errors'

const english = {
  datasets: 'Datasets',
  search: 'Search',
  searchLabel: 'Search in the datasets',
  noDataset: 'No dataset here yet. Publish one with the API: send a file to {address} with your key in x-apiKey.',
  noMatch: 'Nothing matches “{q}”. Try fewer or other words.',
  previous: 'Previous',
  next: 'Next',
  lines: '{count} lines',
  updated: 'updated {date}',
  licence: 'Licence',
  original: 'Original file',
  firstLines: 'First lines',
  fields: 'Fields',
  field: 'Field',
  key: 'Key',
  type: 'Type',
  values: 'Distinct values',
  api: 'API',
  apiText: 'Query these data from a program:',
  processing: 'The file is being processed ({status}). Reload this page in a moment.',
  failed: 'The file could not be processed. Its journal tells why.',
  problem: 'This page cannot be shown',
  home: 'See all datasets',
}
export type MessageKey = keyof typeof english

const french: Record<MessageKey, string> = {
  datasets: 'Jeux de données',
  search: 'Chercher',
  searchLabel: 'Chercher dans les jeux de données',
  noDataset:
    "Aucun jeu de données pour l'instant. Publiez-en un par l'API : envoyez un fichier à {address} avec votre clé dans x-apiKey.",
  noMatch: 'Rien ne correspond à « {q} ». Essayez moins de mots, ou d’autres.',
  previous: 'Précédents',
  next: 'Suivants',
  lines: '{count} lignes',
  updated: 'mis à jour le {date}',
  licence: 'Licence',
  original: "Fichier d'origine",
  firstLines: 'Premières lignes',
  fields: 'Champs',
  field: 'Champ',
  key: 'Clé',
  type: 'Type',
  values: 'Valeurs distinctes',
  api: 'API',
  apiText: 'Interroger ces données depuis un programme :',
  processing: 'Le fichier est en cours de traitement ({status}). Rechargez cette page dans un instant.',
  failed: "Le fichier n'a pas pu être traité. Son journal dit pourquoi.",
  problem: 'Cette page ne peut pas être affichée',
  home: 'Voir tous les jeux de données',
}

export const catalogues: Record<Language, Record<MessageKey, string>> = { en: english, fr: french }

/** Says something in a language. */
export function say(language: Language, key: MessageKey, values: Record<string, string | number> = {}): string {
  return catalogues[language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
