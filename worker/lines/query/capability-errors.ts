import { type Problem, problem, type Reason } from '../../errors'
import { capabilityOn, capable, isGeometry } from '../../schema/capabilities'
import type { Capability, Field } from '../../schema/field'
import { type FilterSuffix, filterSuffixes } from '../../schema/filter-suffixes'

/** The errors of operations that the capabilities of a field exclude. Each lists the operations that the field allows. */

/** Titles of the capabilities, as in the form that edits a schema. */
export const capabilityTitles = {
  index: { en: 'Filter by value', fr: 'Filtrable sur valeur exacte' },
  values: { en: 'Sort, group, chart', fr: 'Triable et groupable' },
  text: { en: 'Search words in French', fr: 'Texte analysé spécifiquement pour la langue française' },
  textStandard: { en: 'Search words', fr: 'Texte analysé pour recherche textuelle' },
  textAgg: { en: 'Count words', fr: 'Statistiques de mots' },
  insensitive: { en: 'Sort without case and accents', fr: 'Tri amélioré avec casse et accents' },
  wildcard: { en: 'Filter by part of a text', fr: 'Texte filtrable sur groupe de caractères' },
} as const satisfies Partial<Record<Capability, Reason>>

type Named = keyof typeof capabilityTitles

/** Columns of the service are always filterable and sortable: they have no capabilities. */
export const systemKeys: ReadonlySet<string> = new Set(['_id', '_i', '_rand', '_score'])

/** Whether the full-text index covers the field, by stem or by exact word. */
export function isSearched(field: Field): boolean {
  if (field.type === 'string' && !field.format) return capable(field, 'text') || capable(field, 'textStandard')
  return capabilityOn(field, 'textStandard') && (field.type === 'string' || capable(field, 'index'))
}

export function isSortable(field: Field): boolean {
  return capable(field, 'values') || (!isGeometry(field) && capabilityOn(field, 'insensitive'))
}

const geometric: ReadonlySet<string> = new Set(['_geopoint', '_geoshape', '_geocorners'])

/** Whether figures can be computed of the values of a field. */
export const isAggregated = (field: Field): boolean =>
  !geometric.has(field.key) && !isGeometry(field) && field.type !== 'object' && field.type !== 'array'

/** Whether lines can be grouped by a field. */
export const isGroupable = (field: Field): boolean => capable(field, 'values') && isAggregated(field)

/** Whether the values of a field are compared as texts. */
export const hasText = ({ type, format }: Pick<Field, 'type' | 'format'>): boolean =>
  type === 'string' && format !== 'date' && format !== 'date-time'

/** The last sentence of each error: the operations that the field allows. The tests pin its form. */
export function allowedOperationsText(field: Field): Reason {
  const isOfService = systemKeys.has(field.key)
  const allows = (suffix: FilterSuffix): boolean => {
    if (suffix === 'search') return !isOfService && isSearched(field)
    if ((suffix === 'starts' || suffix === 'contains') && !hasText(field)) return false
    return isOfService || capable(field, suffix === 'contains' ? 'wildcard' : 'index')
  }
  const filters = filterSuffixes.filter(allows).map((suffix) => `_${suffix}`)
  const [sorts, groups] = [isSortable(field), isGroupable(field)]
  const inEnglish = (yes: boolean): string => (yes ? 'yes' : 'no')
  const inFrench = (yes: boolean): string => (yes ? 'oui' : 'non')
  return {
    en: `Operations on this column: filters: ${filters.join(', ') || 'none'}; sort: ${inEnglish(sorts)}; group: ${inEnglish(groups)}.`,
    fr: `Opérations disponibles sur ce champ — filtres : ${filters.join(', ') || 'aucun'} ; tri : ${inFrench(sorts)} ; groupement : ${inFrench(groups)}.`,
  }
}

/** The 400 of a filter (or of `q_fields`) that a capability excludes. */
export function filterRefused(field: Field, suffix: string, capability: Named): Problem {
  return problem('filter-refused', {
    suffix,
    field: field.key,
    capability: capabilityTitles[capability],
    operations: allowedOperationsText(field),
  })
}

/** The 400 of `_search`. It names the missing capability: of a number or a date, `index` if `textStandard` is on. */
export function searchRefused(field: Field): Problem {
  const isText = field.type === 'string' && !field.format
  return filterRefused(field, '_search', !isText && capabilityOn(field, 'textStandard') ? 'index' : 'textStandard')
}

/** The 400 of a sort that the capabilities exclude. */
export function sortRefused(field: Field): Problem {
  return problem('sort-refused', {
    field: field.key,
    capability: capabilityTitles.values,
    operations: allowedOperationsText(field),
  })
}
