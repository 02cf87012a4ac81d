/** Detects numeric columns that are quantities, with grouped digits: years, codes and identifiers are not. Pure. */
import type { FieldStatistics } from '../../datasets'
import { conceptOf } from '../../schema/concepts'
import type { Field } from '../../schema/field'

/** Words in the names of columns of codes and identifiers. */
const codeWords =
  /(^|[^a-z])(id|ids|identifiant|identifier|code|codes|cp|zip|postal|postcode|insee|siren|siret|rna|uai|finess|num|numero|no|nr|number|ref|reference|year|annee|an|tel|telephone|phone|fax|mobile|lot|section|parcelle|departement|dept|dep|region|commune|iris|cle|key)([^a-z]|$)/

/** Codes have about the same number of digits; quantities span orders of magnitude. */
const codeSpread = 100

/** Whether the numbers of a field name something, or place it: coordinates, and what its name or its concept says is a code. */
export function isCode(field: Field): boolean {
  const concept = field['x-refersTo']
  if (concept) return conceptOf(concept)?.id !== 'price'
  return field.type === 'integer' && codeWords.test(wordsOf(field))
}

/** Whether the numbers of a field are quantities, with thousands separators. */
export function isQuantity(field: Field, statistics: FieldStatistics | undefined): boolean {
  if (field.type === 'number') return true
  if (field.type !== 'integer' || field['x-refersTo'] || isCode(field)) return false
  const { min, max, cardinality, filled } = statistics ?? {}
  if (typeof min !== 'number' || typeof max !== 'number' || filled === undefined) return false
  // Distinct values without gaps: row numbers.
  if (cardinality === filled && max - min + 1 === filled) return false
  return min <= 0 || max / min >= codeSpread
}

/** The names of a field in lower case without accents, with camel case and punctuation as spaces. */
function wordsOf(field: Field): string {
  return [field.key, field['x-originalName'], field.title]
    .join(' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
}
