/** Advice to reduce the cost of a query, for a caller over its query time. Pure. */
import type { Language } from '../errors'
import { limits } from '../limits'

const sentences = {
  count: {
    en: 'Add count=false if you do not need the total.',
    fr: "Ajoutez count=false si le nombre total n'est pas utile.",
  },
  select: {
    en: 'List only the columns you need in select.',
    fr: 'Listez dans select les colonnes dont vous avez besoin.',
  },
  size: { en: 'Use a smaller size.', fr: 'Utilisez un size plus petit.' },
  after: {
    en: 'Follow the "next" link (after) instead of page or skip.',
    fr: 'Suivez le lien "next" (after) plutôt que page ou skip.',
  },
  groups: { en: 'Use a smaller agg_size.', fr: 'Utilisez un agg_size plus petit.' },
  filter: {
    en: 'Filter on a column (column_eq, column_gte…) to read fewer rows.',
    fr: 'Filtrez sur une colonne (colonne_eq, colonne_gte…) pour lire moins de lignes.',
  },
} as const satisfies Record<string, Record<Language, string>>

/** The sentences that apply to a query. */
export function adviceOn({ pathname, searchParams }: URL, language: Language): string {
  const isList = /\/(lines|records)$/.test(pathname)
  const has = (...names: string[]) => names.some((name) => searchParams.has(name))
  const isFiltered = [...searchParams.keys()].some((name) => /^(q|qs|bbox)$|_[a-z]+$/.test(name) && name !== 'agg_size')
  const suits: Record<keyof typeof sentences, boolean> = {
    count: isList && searchParams.get('count') !== 'false',
    select: isList && !has('select'),
    size: isList && Number(searchParams.get('size') ?? 0) > limits.rates.modestSize,
    after: isList && has('page', 'skip') && !has('after'),
    groups: has('agg_size'),
    filter: !isFiltered,
  }
  return Object.entries(sentences)
    .filter(([name]) => suits[name as keyof typeof sentences]) // the keys of the same table
    .map(([, sentence]) => sentence[language])
    .join(' ')
}
