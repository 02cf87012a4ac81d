/** A column of a dataset, as charts read it. Pure. */

export type Column = {
  key: string
  /** Its name for people. */
  name: string
  type: string
  format?: string
  /** URI and id of its concept. */
  refersTo?: string
  concept?: string
  /** Labels of coded values. */
  labels: ReadonlyMap<string, string>
  /** All values of a column with few, the most frequent first. */
  values?: readonly unknown[]
  separator?: string
  /** Of dates with times. */
  timeZone?: string
  /** Distinct values, where the schema tells. */
  distinct?: number
  isCalculated: boolean
}

export const isNumeric = ({ type }: Pick<Column, 'type'>): boolean => type === 'integer' || type === 'number'
export const isDated = ({ format }: { format?: string | undefined }): boolean =>
  format === 'date' || format === 'date-time'

/** Words in the names of columns of codes and identifiers. */
const codeWords =
  /(^|[^a-z])(id|ids|uid|uuid|identifiant|identifier|code|codes|cp|zip|postal|postcode|insee|siren|siret|rna|uai|finess|num|numero|no|nr|number|ref|reference|year|annee|an|exercice|millesime|tel|telephone|phone|fax|mobile|lot|section|parcelle|departement|dept|dep|region|commune|iris|cle|key)([^a-z]|$)/

/** Words in the names of coordinates. */
const placeWords = /(^|[^a-z])(lat|latitude|lon|lng|longitude)([^a-z]|$)/

/** Words in the names of columns of years. */
const yearWords = /(^|[^a-z])(year|annee|an|exercice|millesime)([^a-z]|$)/

/** Whole numbers that are named as years. */
export const isYear = ({ key, name, type }: Column): boolean =>
  type === 'integer' && yearWords.test(wordsOf(`${key} ${name}`))

/** Whether the numbers of a column name something, or place it: coordinates, and what its name or its concept says is a code. */
export function isCode({ key, name, type, format, refersTo, concept }: Column): boolean {
  if (isDated({ format })) return false
  if (refersTo) return concept !== 'price'
  const words = wordsOf(`${key} ${name}`)
  return placeWords.test(words) || (type === 'integer' && codeWords.test(words))
}

/** Numbers whose sum or average says something: no codes, and no coordinates. */
export const isMeasure = (column: Column): boolean => isNumeric(column) && !isCode(column)

/** Words in the names of amounts and quantities: their sum says more than the number of rows. */
const addedWords =
  /(^|[^a-z])(montant|montants|amount|amounts|depense|depenses|expense|expenses|expenditure|recette|recettes|revenue|subvention|subventions|grant|credits|budget|total|effectif|effectifs|headcount|population|quantite|quantity|tonnage|volume)([^a-z]|$)/

/** Numbers that are named as amounts or quantities. */
export const isAdded = (column: Column): boolean =>
  isMeasure(column) && addedWords.test(wordsOf(`${column.key} ${column.name}`))

/** A text in lower case without accents, with camel case and punctuation as spaces. */
const wordsOf = (text: string): string =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
