/** `readNumber`: the lossless notations of the analysis; `lenientNumber`: all that a declared type accepts. */
import { limits } from '../../limits'
import type { Reading } from '../dates/detected-dates'

export const integerBit = 2
export const numberBit = 4

/** Powers of ten that a double holds exactly. */
const powers = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
/** Every decimal of so many significant digits survives a double (DBL_DIG of IEEE 754 binary64). */
const safeDigits = 15

/**
 * The types (`integerBit | numberBit`, `numberBit` or 0) that represent a trimmed text without loss. 0 for a leading zero or plus sign, an integer beyond 2^53, more
 * digits than a double can represent. `into.number` gets the value.
 */
export function readNumber(text: string, into: Reading): number {
  let at = 0
  let end = text.length
  while (end > 0 && isSurrounding(text.charCodeAt(end - 1))) end--
  while (at < end && isSurrounding(text.charCodeAt(at))) at++
  const negative = text.charCodeAt(at) === 45
  if (negative) at++
  const start = at
  if (text.charCodeAt(at) === 48 && at + 1 < end) {
    const next = text.charCodeAt(at + 1)
    if ((next === 120 || next === 88) && !negative) return readHexadecimal(text.slice(at, end), into)
    if (isDigit(next) || isSpace(next)) return 0
  }

  let mantissa = 0
  let significant = 0
  let group = 0
  let groups = 0
  let decimals = -1
  for (; at < end; at++) {
    const code = text.charCodeAt(at)
    if (isDigit(code)) {
      mantissa = mantissa * 10 + (code - 48)
      if (significant > 0 || code !== 48) significant++
      if (decimals >= 0) decimals++
      else group++
    } else if (code === 46 || code === 44) {
      if (decimals >= 0 || (groups > 0 && group !== 3)) return 0
      decimals = 0
    } else if (isSpace(code)) {
      if (decimals >= 0 || (groups === 0 ? group < 1 || group > 3 : group !== 3)) return 0
      groups++
      group = 0
    } else break
  }
  if (decimals === 0 || (decimals < 0 && group === 0) || (groups > 0 && group !== 3)) return 0
  if (at < end || significant > safeDigits || decimals > 22) {
    return readLong(text.slice(start, end), negative, at < end, into)
  }
  const value = decimals > 0 ? mantissa / (powers[decimals] ?? 1) : mantissa
  into.number = negative && value !== 0 ? -value : value
  return decimals <= 0 || Number.isInteger(value) ? integerBit | numberBit : numberBit
}

/** Reads a number with spaces removed and the first comma as a decimal point; NaN when it is not a number. */
export function lenientNumber(text: string, scratch: Reading): number {
  if (readNumber(text, scratch) !== 0) return scratch.number
  // Longer texts are not numbers, and the expression below takes quadratic time on long runs of spaces.
  if (text.length > limits.schema.maxFilterableChars) return Number.NaN
  const cleaned = text.replace(/^[\s_]+|[\s_]+$|\s+/g, '').replace(',', '.')
  const value = cleaned === '' ? Number.NaN : Number(cleaned)
  return Number.isFinite(value) ? value : Number.NaN
}

/**
 * A typed number without marks between its thousands, where these are certain: `1.234,56` and `1,234.56` have both marks,
 * `1.234.567` has one mark twice.
 */
export function withoutGroups(text: string): string {
  if (dotGroups.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return commaGroups.test(text) ? text.replaceAll(',', '') : text
}

const dotGroups = /^[-+]?\d{1,3}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/
const commaGroups = /^[-+]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/

/** Numbers with an exponent or many digits: rare, so clarity before speed. */
function readLong(text: string, negative: boolean, hasExponent: boolean, into: Reading): number {
  const cleaned = text.replace(/\s/g, '').replace(',', '.')
  const match = /^(\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(cleaned)
  if (!match) return 0
  const value = Number(cleaned)
  const isPlainInteger = match[2] === undefined && !hasExponent
  if (!Number.isFinite(value) || (isPlainInteger && !Number.isSafeInteger(value))) return 0
  const digits = significantDigits(`${match[1] ?? ''}${match[2] ?? ''}`)
  if (digits !== '' && value === 0) return 0
  // The double printed with as many digits must equal the text: programs print 0.1 as `0.10000000000000001`.
  if (digits.length > safeDigits) {
    if (digits.length > 100) return 0
    if (significantDigits(value.toExponential(digits.length - 1).split('e')[0] ?? '') !== digits) return 0
  }
  into.number = negative && value !== 0 ? -value : value
  return Number.isSafeInteger(value) ? integerBit | numberBit : numberBit
}

function significantDigits(text: string): string {
  return text.replace('.', '').replace(/^0+|0+$/g, '')
}

function readHexadecimal(text: string, into: Reading): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) return 0
  into.number = value
  return integerBit | numberBit
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function isSurrounding(code: number): boolean {
  return code === 95 || isSpace(code)
}

/** Space, no-break space, thin space, narrow no-break space: the thousands separators. */
function isSpace(code: number): boolean {
  return code === 32 || code === 0xa0 || code === 0x2009 || code === 0x202f
}

/** Drops the digits of a double that its arithmetic has added: 0.1 + 0.2 is 0.3. */
export const roundToPrecision = (value: number): number => Number(value.toPrecision(15))
