/** `totalColumns`: whether the last row of a file is the total of the others. Pure. */
import type { Field } from '../field'
import { ownValue } from '../own-value'
import type { FieldStatistics } from '../profile/field-statistics'

/** Sums of decimals differ by their rounding. */
const tolerance = 1e-6
/** With fewer rows, a value is the sum of the others by chance. */
const minRows = 4

const totalNames =
  /^(?:(?:grand |sub-?|sous-?)?tota(?:l|ux)(?: g[ée]n[ée]ral)?|somme|sum|ensemble|overall|all)\b(?! (?:of|de|des|du)\b)/i

/**
 * The columns of numbers whose last value is the sum of the values before. Empty where the row has no name of a total and
 * fewer than two such columns, or values of its own.
 *
 * @param lastLine with every value of the row
 */
export function totalColumns(
  fields: readonly Field[],
  statistics: ReadonlyMap<string, FieldStatistics>,
  lastLine: Readonly<Record<string, unknown>>,
): Field[] {
  const own = fields.filter((field) => !field['x-calculated'])
  const lastOf = ({ key }: Field): unknown => ownValue(lastLine, key)
  const sums = own.filter((field) => isSum(lastOf(field), statistics.get(field.key)))
  const texts = own
    .filter(({ type }) => type !== 'number' && type !== 'integer')
    .map(lastOf)
    .filter((value) => value !== undefined && value !== null && value !== '')
  const isNamed = texts.some((text) => typeof text === 'string' && totalNames.test(text.trim()))
  return isNamed || (texts.length === 0 && sums.length >= 2) ? sums : []
}

function isSum(value: unknown, statistics: FieldStatistics | undefined): boolean {
  if (typeof value !== 'number' || value === 0 || statistics?.sum === undefined) return false
  if (statistics.filled < minRows) return false
  return Math.abs(statistics.sum - 2 * value) <= tolerance * Math.abs(value)
}
