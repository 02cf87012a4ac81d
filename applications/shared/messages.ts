import type { Language } from './locale'

const en = {
  notConfigured: 'This visualization is not configured yet',
  notConfiguredHelp: 'Choose a dataset and what to show in the configuration of the visualization.',
  incomplete: 'The configuration is incomplete',
  incompleteHelp: 'Missing: {missing}.',
  toChoose: 'Choose what to show',
  toChooseHelp: 'Still to choose: {missing}.',
  gone: 'The dataset no longer exists',
  goneHelp: 'Choose another dataset in the configuration of the visualization.',
  refused: 'You may not read this dataset',
  refusedHelp: 'Sign in with an account that may read it, or ask its owner for access.',
  invalid: 'The configuration does not fit the dataset',
  failed: 'The data could not be loaded',
  failedHelp: 'The service does not answer. Try again in a moment.',
  retry: 'Try again',
  loading: 'Loading…',
  source: 'Source:',
  filters: 'Filters',
  removeFilter: 'Remove the filter: {filter}',
  noData: 'No rows match',
  noDataHelp: 'Remove a filter to see more.',
  dataset: 'the dataset',
  columns: 'columns in the dataset',
}

export type SharedMessages = typeof en

const fr: SharedMessages = {
  notConfigured: 'Cette visualisation n’est pas encore configurée',
  notConfiguredHelp: 'Choisissez un jeu de données et ce qu’il faut montrer dans la configuration de la visualisation.',
  incomplete: 'La configuration est incomplète',
  incompleteHelp: 'Il manque\u00a0: {missing}.',
  toChoose: 'Choisissez ce qu’il faut montrer',
  toChooseHelp: 'Reste à choisir\u00a0: {missing}.',
  gone: 'Le jeu de données n’existe plus',
  goneHelp: 'Choisissez un autre jeu de données dans la configuration de la visualisation.',
  refused: 'Vous ne pouvez pas lire ce jeu de données',
  refusedHelp: 'Connectez-vous avec un compte qui peut le lire, ou demandez un accès à son propriétaire.',
  invalid: 'La configuration ne convient pas au jeu de données',
  failed: 'Les données n’ont pas pu être chargées',
  failedHelp: 'Le service ne répond pas. Réessayez dans un instant.',
  retry: 'Réessayer',
  loading: 'Chargement…',
  source: 'Source\u00a0:',
  filters: 'Filtres',
  removeFilter: 'Retirer le filtre\u00a0: {filter}',
  noData: 'Aucune ligne ne correspond',
  noDataHelp: 'Retirez un filtre pour en voir davantage.',
  dataset: 'le jeu de données',
  columns: 'des colonnes dans le jeu de données',
}

export const sharedMessages: Record<Language, SharedMessages> = { en, fr }
