/** `typedNumber`: a number as people type or paste it in a page: `1 234,5`, `1,234.5`, `12 %`, `€12`. Pure. */
import { withoutUnit } from '../proposals/number-notation'
import { lenientNumber, withoutGroups } from './read-number'

/** A number with one comma before three digits, which is a decimal mark elsewhere. */
const commaGroup = /^[-+]?\d{1,3},\d{3}$/

/**
 * The number of a text, without its unit: `12 %` is 12, as the column has it.
 *
 * @param decimalMark that of the reader: it decides about `1,234`
 * @returns undefined where the text is no number
 */
export function typedNumber(text: string, decimalMark?: ',' | '.'): number | undefined {
  // Pages and text processors write the minus sign of Unicode.
  const plain = withoutUnit(text.trim().replace('\u2212', '-'))
  const isGrouped = decimalMark === '.' && commaGroup.test(plain)
  const number = lenientNumber(isGrouped ? plain.replace(',', '') : withoutGroups(plain), { number: Number.NaN })
  return Number.isNaN(number) ? undefined : number
}
