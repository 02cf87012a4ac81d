/**
 * `recognize`: which types a text may have, as a set of bits; `bitsOf`: those of a field; `readBoolean`: the words for true
 * and false in English and French.
 */

import { isoDayBit, type Reading, readTemporal, rfc3339Bit, temporalBits } from './dates/detected-dates'
import type { Field } from './field'
import { integerBit, numberBit, readNumber } from './numeric'

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

const words = new Map<string, boolean>([
  ...['1', 'true', 'vrai', 'oui', 'yes'].map((word): [string, boolean] => [word, true]),
  ...['0', '-1', 'false', 'faux', 'non', 'no'].map((word): [string, boolean] => [word, false]),
])
const longestWord = 5

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

/** The boolean of a word, in any case, ignoring spaces and underscores around it; undefined for any other word. */
export function readBoolean(text: string): boolean | undefined {
  const exact = words.get(text)
  if (exact !== undefined) return exact
  const word = bareWord(text)
  return word.length > longestWord ? undefined : words.get(word.toLowerCase())
}

/** Whether the text is the `-1` that stands for false beside `1`, and for true where `0` is false. */
export function isMinusOne(text: string): boolean {
  return bareWord(text) === '-1'
}

function bareWord(text: string): string {
  let start = 0
  let end = text.length
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  while (start < end && isBlank(text.charCodeAt(start))) start++
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 95 || code === 32 || code === 0xa0
}
