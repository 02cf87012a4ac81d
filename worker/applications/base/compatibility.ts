/** Why a base application cannot be configured with a dataset. Pure. */
import type { Language } from '../../errors'
import { conceptOf, conceptTitle } from '../../schema/concepts'
import type { DatasetsFilter } from './dataset-filters'

/** The properties of one dataset, or of all datasets of an account together. */
export type Proposed = {
  /** Number of datasets of the account; undefined for one dataset. */
  count?: number
  hasBbox: boolean
  concepts: ReadonlySet<string>
  types: ReadonlySet<string>
}

/** One sentence, or none when the dataset is compatible. */
export function incompatibilities(
  filters: readonly DatasetsFilter[],
  proposed: Proposed,
  language: Language,
): string[] {
  const texts = sentences[language]
  if (filters.length === 0) return proposed.count === undefined ? [texts.noDataset] : []
  const missing =
    proposed.count === 0 ? [texts.anyDataset] : filters.flatMap((filter) => missingFor(filter, proposed, texts))
  const requirements = [...new Set(missing)]
  return requirements.length > 0 ? [texts.needs(requirements)] : []
}

function missingFor(filter: DatasetsFilter, { hasBbox, concepts, types }: Proposed, texts: Sentences): string[] {
  const [requiredConcepts, requiredTypes] = [textsIn(filter.concepts), textsIn(filter['field-type'])]
  return [
    ...(filter.bbox !== undefined && !hasBbox ? [texts.located] : []),
    ...(requiredConcepts.length > 0 && !requiredConcepts.some((concept) => concepts.has(concept))
      ? [texts.concepts(requiredConcepts)]
      : []),
    ...(requiredTypes.length > 0 && !requiredTypes.some((type) => types.has(type)) ? [texts.types(requiredTypes)] : []),
  ]
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

const listed = (items: readonly string[], word: string) =>
  items.length > 1 ? `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}` : (items[0] ?? '')

type Sentences = {
  noDataset: string
  anyDataset: string
  located: string
  concepts: (uris: readonly string[]) => string
  types: (types: readonly string[]) => string
  needs: (requirements: readonly string[]) => string
}

const titlesOf = (uris: readonly string[], language: Language) =>
  uris.map((uri) => {
    const concept = conceptOf(uri)
    return concept ? conceptTitle(concept, language) : uri
  })

const sentences: Record<Language, Sentences> = {
  fr: {
    noDataset: "N'utilise pas de jeu de données comme source.",
    anyDataset: 'une source de données',
    located: 'des données géolocalisées (concepts latitude/longitude)',
    concepts: (uris) => `${uris.length > 1 ? 'un des concepts' : 'le concept'} ${listed(titlesOf(uris, 'fr'), 'ou')}`,
    types: (types) => `${types.length > 1 ? 'un des types' : 'le type'} ${listed(types, 'ou')}`,
    needs: (requirements) => `Nécessite ${listed(requirements, 'et')}.`,
  },
  en: {
    noDataset: 'Does not use a dataset as its source.',
    anyDataset: 'a source of data',
    located: 'located data (concepts latitude/longitude)',
    concepts: (uris) =>
      `${uris.length > 1 ? 'one of the concepts' : 'the concept'} ${listed(titlesOf(uris, 'en'), 'or')}`,
    types: (types) => `${types.length > 1 ? 'one of the types' : 'the type'} ${listed(types, 'or')}`,
    needs: (requirements) => `Needs ${listed(requirements, 'and')}.`,
  },
}
