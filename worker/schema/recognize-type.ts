/** `recognize`: which types a text may have, as a set of bits; `bitsOf`: those of a field. */

import { isoDayBit, type Reading, readTemporal, rfc3339Bit, temporalBits } from './dates/detected-dates'
import type { Field } from './field'
import { integerBit, numberBit, readNumber } from './numbers/read-number'
import { readBoolean } from './read-boolean'

export const booleanBit = 1
/** Numbers and dates: columns of these types get a minimum, a maximum and a histogram. */
export const measuredBits = integerBit | numberBit | temporalBits
export const allBits = booleanBit | measuredBits
const numericBits = integerBit | numberBit

/** The types of the values of a field: none for texts. */
export function bitsOf({ type, format }: Pick<Field, 'type' | 'format'>): number {
  if (type === 'integer' || type === 'number') return numericBits
  if (type === 'boolean') return booleanBit
  if (format === 'date') return isoDayBit
  return format === 'date-time' ? rfc3339Bit : 0
}

/**
 * The types among `candidates` that a trimmed text may have. `into.number` gets its measure: the number, or milliseconds
 * for dates; NaN when it has none.
 */
export function recognize(text: string, candidates: number, into: Reading): number {
  into.number = Number.NaN
  let bits = 0
  const first = text.charCodeAt(0)
  if (candidates & booleanBit && readBoolean(text) !== undefined) bits |= booleanBit
  if (first > 57 && first !== 95) return bits
  if (candidates & numericBits) bits |= readNumber(text, into)
  if (candidates & temporalBits && (bits & numericBits) === 0) bits |= readTemporal(text, into)
  return bits & candidates
}
