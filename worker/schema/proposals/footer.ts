/** `proposedFooter`: the last rows of a file that are totals and notes, not data. Pure. */
import { limits } from '../../limits'
import type { Field } from '../field'
import { ownValue } from '../own-value'
import type { FieldStatistics } from '../profile/field-statistics'

/** Sums of decimals differ by their rounding. */
const tolerance = 1e-6
/** With fewer rows, a value is the sum of the others by chance. */
const minRows = 4

const totalNames =
  /^(?:(?:grand |sub-?|sous-?)?tota(?:l|ux)(?: g[ée]n[ée]ral)?|somme|sum|ensemble|overall|all)\b(?! (?:of|de|des|du)\b)/i
const onlyTotal = new RegExp(`${totalNames.source}\\s*:?$`, 'i')
const noteNames = /^(?:\*|\(|©|(?:sources?|notes?|nb|n\.b\.|lecture|champ|legend|légende|updated|mis à jour)\b)/i
/** Columns of a table in which a row of one cell is a note. */
const minNoteColumns = 3

export type Footer = {
  /** Rows at the end of the file. */
  rows: number
  /** Their first texts, in the order of the file. */
  texts: string[]
  /** Columns of numbers whose total is one of the rows. */
  totals: Field[]
}

/**
 * @param lastLines the last lines with every value, the last one first
 * @returns undefined where the last row is data, or where all lines look like notes
 */
export function proposedFooter(
  fields: readonly Field[],
  statistics: ReadonlyMap<string, FieldStatistics>,
  lastLines: readonly Readonly<Record<string, unknown>>[],
): Footer | undefined {
  const own = fields.filter((field) => !field['x-calculated'])
  const counts = own.flatMap(({ key }) => statistics.get(key) ?? [])
  const count = Math.max(0, ...counts.map(({ filled, empty }) => filled + empty))
  const cells = counts.reduce((sum, { filled }) => sum + filled, 0)
  const isFull = cells >= (count * own.length) / 2
  const footer: Footer = { rows: 0, texts: [], totals: [] }
  for (const line of lastLines.slice(0, limits.schema.maxFooterRows)) {
    const filled = own.map(({ key }) => ownValue(line, key)).filter(hasValue)
    const totals = totalColumns(own, statistics, line)
    const isTotal = totals.length > 0 || isNamedTotal(filled, own.length)
    if (!isTotal && !(isFull && isNote(filled, own.length))) break
    footer.rows++
    footer.totals = totals.length > 0 ? totals : footer.totals
    footer.texts.unshift(...filled.filter((value) => typeof value === 'string').slice(0, 1))
  }
  // Few rows: each may be data.
  return footer.rows > 0 && footer.rows < lastLines.length && count - footer.rows >= minRows - 1 ? footer : undefined
}

const hasValue = (value: unknown) => value !== undefined && value !== null && value !== ''

/** A total whose numbers are no sums, such as amounts with a unit: half of its cells are empty. */
const isNamedTotal = ([first, ...others]: readonly unknown[], columns: number): boolean =>
  typeof first === 'string' && onlyTotal.test(first.trim()) && others.length > 0 && (others.length + 1) * 2 <= columns

function isNote([text, ...others]: readonly unknown[], columns: number): boolean {
  if (typeof text !== 'string' || others.length > 0) return false
  return noteNames.test(text.trim()) || (columns >= minNoteColumns && /\S\s+\S+\s+\S/.test(text))
}

/**
 * The columns of numbers whose last value is the sum of the values before. Empty where the row has no name of a total and
 * fewer than two such columns, or values of its own.
 *
 * @param lastLine with every value of the row
 */
function totalColumns(
  own: readonly Field[],
  statistics: ReadonlyMap<string, FieldStatistics>,
  lastLine: Readonly<Record<string, unknown>>,
): Field[] {
  const lastOf = ({ key }: Field): unknown => ownValue(lastLine, key)
  const sums = own.filter((field) => isSum(lastOf(field), statistics.get(field.key)))
  const texts = own
    .filter(({ type }) => type !== 'number' && type !== 'integer')
    .map(lastOf)
    .filter(hasValue)
  const isNamed = texts.some((text) => typeof text === 'string' && totalNames.test(text.trim()))
  return isNamed || (texts.length === 0 && sums.length >= 2) ? sums : []
}

function isSum(value: unknown, statistics: FieldStatistics | undefined): boolean {
  if (typeof value !== 'number' || value === 0 || statistics?.sum === undefined) return false
  if (statistics.filled < minRows) return false
  return Math.abs(statistics.sum - 2 * value) <= tolerance * Math.abs(value)
}
