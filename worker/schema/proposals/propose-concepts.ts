/** `proposals`: the concepts and types that the names and the values of columns suggest together. Pure. */

import { writtenDate } from '../dates/written-date'
import type { Field } from '../field'
import { foldAccents } from '../fold-accents'
import type { FieldStatistics } from '../profile/field-statistics'
import { declaredBoolean } from '../read-boolean'
import { type NumberNotation, numberNotation } from './number-notation'
import { valueSeparator } from './value-separator'

/** A column, and some of its values as text. */
export type ObservedColumn = {
  field: Pick<Field, 'key' | 'type' | 'format' | 'separator' | 'title' | 'x-originalName' | 'x-refersTo'>
  statistics: Pick<FieldStatistics, 'filled' | 'cardinality' | 'min' | 'max' | 'notation' | 'near'> | undefined
  values: readonly string[]
}

export type Reason =
  | { key: 'range'; min: number; max: number }
  | { key: 'projected'; projection: string; min: number; max: number }
  | { key: 'name' | 'values'; sample: string }
  | { key: 'code'; sample: string }
  /** `someUnit`: values that were not seen may be others. */
  | { key: 'unit' | 'someUnit'; sample: string; unit: string }
  | { key: 'yesNo'; sample: string }
  /** `someNumbers`: values that were not seen may be others. */
  | { key: 'accounts' | 'thousands' | 'someNumbers'; sample: string }
  /** `someDates`: values that were not seen may be others. */
  | { key: 'writtenDates' | 'someDates'; sample: string }
  | { key: 'separator'; sample: string; separator: string }

export type Proposal = {
  /** Id of a concept of the vocabulary. */
  concept?: string
  /** Text: codes whose digits would be read as numbers. Numbers: texts that are numbers with a unit. Dates: with the name of a month. Yes and no: with `Y` or `N`. */
  type?: 'string' | 'number' | 'date' | 'boolean'
  /** How the numbers of a text column are written. */
  notation?: NumberNotation
  /** The mark between the values of a cell. */
  separator?: string
  reason: Reason
}

type Rule = {
  concept: string
  /** What the words of the name must match; without it the values are enough. */
  name?: RegExp
  /** What every value must match. */
  value?: RegExp | ((value: string) => boolean)
  /** Least and greatest number. */
  range?: readonly [number, number]
  fits?: (column: ObservedColumn) => boolean
  /** The concept needs another column whose name matches, unless its own name is that of an event. */
  beside?: RegExp
}

const isText = ({ field: { type, format } }: ObservedColumn) => type === 'string' && !format
/** Names with these words are moments in the life of a row, such as an opening or a birth: they are neither its start nor its end. */
const momentWords =
  'ouverture|opening|opened|fermeture|closing|closed|creation|created|naissance|birth|born|deces|death|construction|built|installation|installed|premiere|first|derniere|last|mise|maj|update|updated|modif\\w*'
const startName = new RegExp(`^(?!.*\\b(${momentWords})\\b)(.*\\b(debut|start|begin|from)\\b|(date )?du$)`)
const endName = new RegExp(`^(?!.*\\b(${momentWords})\\b)(.*\\b(fin|end|until)\\b|(date )?(au|to)$)`)
const eventName = /\b(evenement|event|manifestation|seance|spectacle|concert|festival)\b/
const dateName = new RegExp(`^(?!.*\\b(${momentWords})\\b).*\\b(date|jour|day)\\b`)

const isDated = ({ field: { format } }: ObservedColumn) => format === 'date' || format === 'date-time'

/** Rules, most specific first. A column gets the concept of the first rule that fits, and a concept its first column. */
const rules: readonly Rule[] = [
  {
    concept: 'latLon',
    name: /\b(geo ?point( 2d)?|lat ?lon|coordonnees|coordinates|gps|position)\b/,
    value: isPosition,
  },
  {
    concept: 'geometry',
    value: /^\s*(\{\s*"type"\s*:\s*"(Multi)?(Point|LineString|Polygon)|(MULTI)?(POINT|LINESTRING|POLYGON)\s*Z?\s*\()/,
  },
  { concept: 'latitude', name: /\b(lat|latitude)\b/, range: [-90, 90] },
  { concept: 'longitude', name: /\b(lon|long|lng|longitude)\b/, range: [-180, 180] },
  { concept: 'latitude', name: /^(coord(onnee)? )?y$/, range: [-90, 90], fits: hasDecimals },
  { concept: 'longitude', name: /^(coord(onnee)? )?x$/, range: [-180, 180], fits: hasDecimals },
  { concept: 'siret', name: /siret/, value: /^[\d ]{14,18}$/ },
  { concept: 'siret', value: (value) => /^\d{14}$/.test(value) && isLuhn(value) },
  { concept: 'siren', name: /siren/, value: /^[\d ]{9,11}$/ },
  {
    concept: 'codeCommune',
    name: /insee|code ?geo|codgeo|depcom|code (officiel )?commune|com code/,
    value: /^(\d{4,5}|2[AB]\d{3})$/,
  },
  {
    concept: 'postalCode',
    name: /code ?postal|\bcp\b|postal ?code|post ?code|\bzip\b/,
    value: /^(\d{4,5}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i,
  },
  {
    concept: 'codeDepartement',
    name: /(code|num(ero)?|no) (du )?dep(t|artement)?\b|^dep$/,
    value: /^(\d{1,2}|2[AB]|9[78]\d)$/,
  },
  { concept: 'codeRegion', name: /(code|num(ero)?) (de )?(la )?reg(ion)?\b/, value: /^\d{1,2}$/ },
  { concept: 'countryCodeISOAlpha2', name: /pays|country/, value: /^[A-Z]{2}$/ },
  { concept: 'countryCodeISOAlpha3', name: /pays|country/, value: /^[A-Z]{3}$/ },
  { concept: 'email', value: /^[^\s@<>,;]+@[^\s@<>,;]+\.[a-z]{2,}$/i },
  { concept: 'tel', name: /\b(tel|telephone|phone|mobile|portable)\b/, value: /^\+?[\d ().-]{6,20}$/ },
  { concept: 'image', value: /^https?:\/\/\S+\.(png|jpe?g|gif|webp|avif|svg)([?#]\S*)?$/i },
  {
    concept: 'image',
    name: /\b(image|photo|picture|logo|illustration|vignette|thumbnail|apercu)\b/,
    value: /^https?:\/\/\S+$/i,
  },
  { concept: 'webPage', value: /^(https?:\/\/|www\.)\S+$/i },
  { concept: 'address', name: /\b(adresse|address|adr)\b/, value: /\p{L}.*\s/u, fits: isText },
  {
    concept: 'city',
    name: /^(nom |libelle )?(de )?(la )?(commune|ville|city|town|municipality)( nom)?$/,
    value: /^[\p{L} '’.()-]+(\d{1,2}[A-Z]*( [A-Z]+)*)?$/u,
  },
  { concept: 'startDate', name: startName, fits: isDated, beside: endName },
  { concept: 'endDate', name: endName, fits: isDated, beside: startName },
  { concept: 'date', name: dateName, fits: isDated },
  { concept: 'description', name: /^(description|descriptif)( fr)?$/, fits: isText },
  {
    concept: 'label',
    name: /^(nom|name|titre|title|label|lib|libelle|intitule|site|sites|designation)( fr)?$/,
    fits: isLabel,
  },
]

/** Concepts that belong together: one without the other places nothing. */
const pairs: Readonly<Record<string, string>> = { latitude: 'longitude', longitude: 'latitude' }

/** Words in the names of columns whose numbers are codes. */
const codeName =
  /\b(codes?|cod|id|ids|identifiant|identifier|numero|ref|reference|matricule|siret|siren|insee|cp|zip|uai|finess|rna)\b/

/** The proposals for columns without a concept, by key. A concept that a column already has is not proposed again. */
export function proposals(columns: readonly ObservedColumn[]): Map<string, Proposal> {
  const proposed = new Map<string, Proposal>()
  const chosen = new Map<string, string>()
  for (const rule of rules) {
    if (chosen.has(rule.concept)) continue
    const column = columns.find(
      (one) => !one.field['x-refersTo'] && !proposed.has(one.field.key) && isMatch(rule, one, columns),
    )
    if (!column) continue
    chosen.set(rule.concept, column.field.key)
    proposed.set(column.field.key, { concept: rule.concept, reason: reasonOf(rule, column) })
  }
  for (const [concept, other] of Object.entries(pairs)) {
    const key = chosen.get(concept)
    if (key !== undefined && !chosen.has(other)) proposed.delete(key)
  }
  for (const column of columns) {
    const { key, type, 'x-refersTo': refersTo } = column.field
    if (type !== 'integer' || refersTo || proposed.has(key) || !codeName.test(wordsOf(column.field))) continue
    proposed.set(key, { type: 'string', reason: { key: 'code', sample: column.values[0] ?? '' } })
  }
  for (const column of columns) {
    const { key, 'x-refersTo': refersTo } = column.field
    if (!isText(column) || refersTo || proposed.has(key)) continue
    const proposal = writtenNumbers(column) ?? writtenDates(column) ?? yesAndNo(column) ?? severalValues(column)
    if (proposal) proposed.set(key, proposal)
  }
  return proposed
}

/** Proposes the type `number` where every value of the column was seen and is such a number; otherwise only the notation. */
function writtenNumbers(column: ObservedColumn): Proposal | undefined {
  const { statistics, values } = column
  const notation = statistics?.notation ?? numberNotation(values)
  if (!notation) return undefined
  const { unit, decimal, brackets } = notation
  // `101,102` may be two codes.
  const isSure = unit !== undefined || brackets || decimal !== undefined
  if (!isSure && (codeName.test(wordsOf(column.field)) || valueSeparator(values) !== undefined)) return undefined
  const isWhole = statistics !== undefined && statistics.cardinality <= values.length
  return isWhole || statistics?.notation
    ? { type: 'number', notation, reason: notationReason(notation, values) }
    : { notation, reason: partialReason(notation, values) }
}

function notationReason({ unit, brackets }: NumberNotation, values: readonly string[]): Reason {
  if (brackets) return { key: 'accounts', sample: values.find((text) => text.includes('(')) ?? '(1)' }
  if (unit === undefined) return { key: 'thousands', sample: longestOf(values) }
  return { key: 'unit', sample: values.find((text) => text.includes(unit)) ?? '', unit }
}

function partialReason({ unit, brackets }: NumberNotation, values: readonly string[]): Reason {
  if (unit === undefined || brackets) return { key: 'someNumbers', sample: longestOf(values) }
  return { key: 'someUnit', sample: values.find((text) => text.includes(unit)) ?? '', unit }
}

/** The value whose marks are most likely to be seen. */
const longestOf = (values: readonly string[]): string =>
  values.reduce((longest, text) => (text.length > longest.length ? text : longest), '')

/** Proposes the type `date` where every value of the column is one and has the name of a month; otherwise only a reason. */
function writtenDates({ statistics, values }: ObservedColumn): Proposal | undefined {
  const [sample = ''] = values
  if (values.length === 0 || !values.every((text) => writtenDate(text) !== undefined)) return undefined
  // All values were compared with dates.
  const isWhole = statistics?.near?.date?.invalid === 0
  return isWhole || (statistics && statistics.cardinality <= values.length)
    ? { type: 'date', reason: { key: 'writtenDates', sample } }
    : { reason: { key: 'someDates', sample } }
}

/** Proposes the type `boolean` where all values were seen and mean yes or no, among them `Y`. */
function yesAndNo({ statistics, values }: ObservedColumn): Proposal | undefined {
  const isWhole = statistics !== undefined && statistics.cardinality <= values.length
  const sample = values.find((text) => /^y$/i.test(text.trim()))
  const isYesNo = values.every((text) => /^\D+$/.test(text) && declaredBoolean(text) !== undefined)
  return isWhole && isYesNo && sample !== undefined ? { type: 'boolean', reason: { key: 'yesNo', sample } } : undefined
}

function isMatch(rule: Rule, column: ObservedColumn, columns: readonly ObservedColumn[]): boolean {
  const { name, value, range, fits, beside } = rule
  const words = wordsOf(column.field)
  if (name && !name.test(words)) return false
  if (beside && !eventName.test(words) && !columns.some((one) => isDated(one) && beside.test(wordsOf(one.field)))) {
    return false
  }
  if (fits && !fits(column)) return false
  if (range && !isInRange(column, range)) return false
  if (!value) return true
  const test = typeof value === 'function' ? value : (text: string) => value.test(text)
  return column.values.length > 0 && column.values.every((text) => test(text.trim()))
}

/** Whether every value of a column is a number from `least` to `most`. */
export function isInRange({ field, statistics }: ObservedColumn, [least, most]: readonly [number, number]): boolean {
  if (field.type !== 'number' && field.type !== 'integer') return false
  const { min, max } = statistics ?? {}
  return typeof min === 'number' && typeof max === 'number' && min >= least && max <= most
}

function reasonOf({ name, range }: Rule, { statistics, values }: ObservedColumn): Reason {
  const { min, max } = statistics ?? {}
  if (range && typeof min === 'number' && typeof max === 'number') return { key: 'range', min, max }
  return { key: name ? 'name' : 'values', sample: values[0] ?? '' }
}

function severalValues({ field, values }: ObservedColumn): Proposal | undefined {
  const separator = field.separator ? undefined : valueSeparator(values)
  const sample = values.find((value) => separator !== undefined && value.includes(separator)) ?? ''
  return separator === undefined ? undefined : { separator, reason: { key: 'separator', sample, separator } }
}

/** The words of the names of a column: lower case without accents, camel case and punctuation as spaces. */
export function wordsOf({ key, title, 'x-originalName': name }: ObservedColumn['field']): string {
  return foldAccents((title || name || key).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

function isPosition(text: string): boolean {
  const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d+)?)\s*[,;]\s*(-?\d{1,3}(?:\.\d+)?)$/.exec(text) ?? []
  return Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180
}

function hasDecimals({ field, values }: ObservedColumn): boolean {
  return field.type === 'number' && values.some((text) => /[.,]\d{2}/.test(text))
}

/** A label tells rows apart. */
function isLabel(column: ObservedColumn): boolean {
  const { filled = 0, cardinality = 0 } = column.statistics ?? {}
  return isText(column) && cardinality * 2 >= filled
}

/** The check digit of SIREN and SIRET numbers. */
function isLuhn(digits: string): boolean {
  let sum = 0
  for (const [at, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
