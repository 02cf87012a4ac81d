/** Which columns of numbers are quantities, whose digits are grouped: years, codes and identifiers are not. Pure. */
import type { FieldStatistics } from '../../datasets'
import type { Field } from '../../schema/field'

/** Words of names under which numbers are names themselves. */
const codeWords =
  /(^|[^a-z])(id|ids|identifiant|identifier|code|codes|cp|zip|postal|postcode|insee|siren|siret|rna|uai|finess|num|numero|no|nr|number|ref|reference|year|annee|an|tel|telephone|phone|fax|mobile|lot|section|parcelle|departement|dept|dep|region|commune|iris|cle|key)([^a-z]|$)/

/** Codes of one kind have about as many digits; quantities spread over orders of magnitude. */
const codeSpread = 100

/** Whether the numbers of a field are read as amounts: only then are their thousands set apart. */
export function isQuantity(field: Field, statistics: FieldStatistics | undefined): boolean {
  if (field.type === 'number') return true
  if (field.type !== 'integer' || codeWords.test(wordsOf(field))) return false
  if (field['x-refersTo']) return false
  const { min, max, cardinality, filled } = statistics ?? {}
  if (typeof min !== 'number' || typeof max !== 'number' || filled === undefined) return false
  // Each value once, and no gap: the lines are numbered.
  if (cardinality === filled && max - min + 1 === filled) return false
  return min <= 0 || max / min >= codeSpread
}

/** The names of a field in small letters without accents, camel case and other signs made spaces. */
function wordsOf(field: Field): string {
  return [field.key, field['x-originalName'], field.title]
    .join(' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
}
