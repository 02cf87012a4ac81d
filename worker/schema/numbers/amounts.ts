/** Columns of amounts of money, which are written with their cents. Pure. */
import { conceptOf } from '../concepts'
import { type Field, nameOf } from '../field'
import { foldAccents } from '../fold-accents'

/** A currency at the end of a header: `Budget (€)`. */
const currency = /\((?:€|\$|£|EUR|USD|GBP|CHF|euros?|dollars?)\)$/i

/** Words in the names of amounts of money. */
const moneyWords =
  /(^|[^a-z])(montants?|amounts?|prix|prices?|couts?|costs?|depenses?|expenses?|expenditures?|recettes?|revenues?|subventions?|grants?|budgets?|tarifs?|loyers?|rents?|salaires?|salary|salaries|wages?|fees?|honoraires|redevances?|cotisations?|indemnites?|ttc|ht)([^a-z]|$)/

/** What makes of them rates, counts or thousands. */
const otherUnits =
  /[%‰]|[km]\s?(€|eur)|(^|[^a-z])(taux|rates?|parts?|shares?|ratios?|pourcentages?|percent|percentages?|pct|nombres?|nb|number|count|indices?|index|evolution|variation|coefficients?|milliers?|thousands?|millions?|milliards?|billions?)([^a-z]|$)/

/** Whether the numbers of a field are amounts of money: by the currency in its name, its words or its concept. */
export function isAmount(field: Field): boolean {
  if (field.type !== 'number') return false
  const name = nameOf(field).trim()
  const concept = field['x-refersTo']
  if (currency.test(name) || (concept && conceptOf(concept)?.id === 'price')) return true
  // Camel case as words.
  const words = foldAccents(`${field.key} ${name}`.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
  return !concept && moneyWords.test(words) && !otherUnits.test(words)
}

/** Digits after the decimal mark of amounts. */
export const centDigits = 2

/** The digits of a number after its decimal mark, as far as tables write them. */
export const decimalsOf = (value: number): number => Math.min(10, /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0)
