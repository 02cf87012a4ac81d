import type { Language } from '../shared/locale'

const en = {
  search: 'Search',
  searchIn: 'Search in all columns',
  facets: 'Filters',
  clear: 'Clear',
  one: '{n} result',
  many: '{n} results',
  previous: 'Previous',
  next: 'Next',
  page: 'Page {page} of {pages}',
  pages: 'Pages',
  detail: 'Show more of {title}',
  close: 'Close',
  untitled: 'Row {n}',
  more: 'Show all',
  fewer: 'Show fewer',
}

export type CardMessages = typeof en

const fr: CardMessages = {
  search: 'Rechercher',
  searchIn: 'Rechercher dans toutes les colonnes',
  facets: 'Filtres',
  clear: 'Effacer',
  one: '{n} résultat',
  many: '{n} résultats',
  previous: 'Précédent',
  next: 'Suivant',
  page: 'Page {page} sur {pages}',
  pages: 'Pages',
  detail: 'Voir plus de {title}',
  close: 'Fermer',
  untitled: 'Ligne {n}',
  more: 'Tout voir',
  fewer: 'Voir moins',
}

export const cardMessages: Record<Language, CardMessages> = { en, fr }
