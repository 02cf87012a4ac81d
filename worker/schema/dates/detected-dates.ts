/**
 * `temporalKinds` and `readTemporal`: the date and date-time notations that the analysis detects. No text
 * matches two of them; a column has a notation only if every value has it.
 */
import { DAY_MS } from '../../limits/units'
import { clockMs, daysOf, isCalendarDay } from './calendar'

/** Output parameter of a recognizer: the number, or milliseconds for dates. */
export type Reading = { number: number }

type TemporalKind = {
  readonly bit: number
  readonly format: 'date' | 'date-time'
  /** As stored in `dateFormat` or `dateTimeFormat`; absent for ISO 8601 dates and RFC 3339 date-times. */
  readonly pattern?: string
}

/** The lower bits of a set of candidates are defined in `recognize-type.ts` and `read-number.ts`. */
const firstBit = 3
const dateKind = (index: number, pattern?: string): TemporalKind => ({
  bit: 1 << (firstBit + index),
  format: 'date',
  ...(pattern !== undefined && { pattern }),
})
const dateTimeKind = (index: number, pattern?: string): TemporalKind => ({
  ...dateKind(index, pattern),
  format: 'date-time',
})

const isoDay = dateKind(0)
const dayMonthYear = dateKind(1, 'D/M/YYYY')
const dayMonthShort = dateKind(2, 'D/M/YY')
const yearMonthDay = dateKind(3, 'YYYY/M/D')
const rfc3339 = dateTimeKind(4)
const isoLocalT = dateTimeKind(5, 'YYYY-MM-DDTHH:mm:ss')
const isoLocalSpace = dateTimeKind(6, 'YYYY-MM-DD HH:mm:ss')
/** Indexed by three flags: 1 for a short year, 2 for a comma, 4 for seconds. */
const dayMonthTimes = [
  'D/M/YYYY H:m',
  'D/M/YY H:m',
  'D/M/YYYY, H:m',
  'D/M/YY, H:m',
  'D/M/YYYY H:m:s',
  'D/M/YY H:m:s',
  'D/M/YYYY, H:m:s',
  'D/M/YY, H:m:s',
].map((pattern, index) => dateTimeKind(7 + index, pattern))

export const temporalKinds: readonly TemporalKind[] = [
  ...[isoDay, dayMonthYear, dayMonthShort, yearMonthDay, rfc3339, isoLocalT, isoLocalSpace],
  ...dayMonthTimes,
]
export const temporalBits = temporalKinds.reduce((bits, kind) => bits | kind.bit, 0)
export const isoDayBit = isoDay.bit
export const rfc3339Bit = rfc3339.bit

/**
 * The bit of the notation of a trimmed text, 0 when it has none or when the day is not in the calendar. `into.number`
 * gets milliseconds: of the instant when the text has an offset, of the local clock read as UTC otherwise.
 */
export function readTemporal(text: string, into: Reading): number {
  const { length } = text
  if (length < 6 || length > 40) return 0
  const fifth = text.charCodeAt(4)
  if (fifth === 45) return readIso(text, into)
  if (fifth === 47 && digitAt(text, 1) >= 0 && digitAt(text, 2) >= 0) return readYearFirst(text, into)
  return readDayFirst(text, into)
}

/** Two-digit years: 69 to 99 are 1969 to 1999, 00 to 68 are 2000 to 2068 (the pivot of POSIX strptime `%y`). */
export function fullYear(short: number): number {
  return short >= 69 ? 1_900 + short : 2_000 + short
}

function readIso(text: string, into: Reading): number {
  const year = pairAt(text, 0) * 100 + pairAt(text, 2)
  const month = pairAt(text, 5)
  const day = pairAt(text, 8)
  if (year < 0 || text.charCodeAt(7) !== 45 || !isCalendarDay(year, month, day)) return 0
  const midnight = daysOf(year, month, day) * DAY_MS
  into.number = midnight
  if (text.length === 10) return isoDay.bit
  const separator = text.charCodeAt(10)
  const isT = separator === 84 || separator === 116
  if ((!isT && separator !== 32) || text.length < 19) return 0
  const time = clock(pairAt(text, 11), pairAt(text, 14), pairAt(text, 17))
  if (time < 0 || text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return 0
  into.number = midnight + time
  if (text.length === 19) return separator === 84 ? isoLocalT.bit : isT ? 0 : isoLocalSpace.bit
  return readOffset(text, into)
}

/** Reads the rest of an RFC 3339 date-time after the seconds: `[.fraction](Z|±HH:MM)`. */
function readOffset(text: string, into: Reading): number {
  let at = 19
  let millis = 0
  if (text.charCodeAt(at) === 46) {
    let weight = 100
    at++
    const first = at
    for (let digit = digitAt(text, at); digit >= 0; digit = digitAt(text, at)) {
      millis += digit * Math.floor(weight)
      weight /= 10
      at++
    }
    if (at === first) return 0
  }
  const sign = text.charCodeAt(at)
  if (sign === 90 || sign === 122) {
    if (at + 1 !== text.length) return 0
    into.number += millis
    return rfc3339.bit
  }
  const hours = pairAt(text, at + 1)
  const minutes = pairAt(text, at + 4)
  if ((sign !== 43 && sign !== 45) || text.length !== at + 6 || text.charCodeAt(at + 3) !== 58) return 0
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return 0
  const offset = clockMs(hours, minutes, 0)
  into.number += millis + (sign === 43 ? -offset : offset)
  return rfc3339.bit
}

function readYearFirst(text: string, into: Reading): number {
  const year = pairAt(text, 0) * 100 + pairAt(text, 2)
  const monthDigits = shortAt(text, 5)
  const afterMonth = 5 + (monthDigits >> 8)
  if (year < 0 || monthDigits === 0 || text.charCodeAt(afterMonth) !== 47) return 0
  const dayDigits = shortAt(text, afterMonth + 1)
  if (dayDigits === 0 || afterMonth + 1 + (dayDigits >> 8) !== text.length) return 0
  if ((styleOf(monthDigits) | styleOf(dayDigits)) === mixedStyle) return 0
  const month = monthDigits & 255
  const day = dayDigits & 255
  if (!isCalendarDay(year, month, day)) return 0
  into.number = daysOf(year, month, day) * DAY_MS
  return yearMonthDay.bit
}

function readDayFirst(text: string, into: Reading): number {
  const dayDigits = shortAt(text, 0)
  let at = dayDigits >> 8
  if (dayDigits === 0 || text.charCodeAt(at) !== 47) return 0
  const monthDigits = shortAt(text, at + 1)
  at += 1 + (monthDigits >> 8)
  if (monthDigits === 0 || text.charCodeAt(at) !== 47) return 0
  const century = pairAt(text, at + 1)
  if (century < 0) return 0
  const rest = pairAt(text, at + 3)
  const year = rest >= 0 ? century * 100 + rest : fullYear(century)
  at += rest >= 0 ? 5 : 3
  const day = dayDigits & 255
  const month = monthDigits & 255
  const style = styleOf(dayDigits) | styleOf(monthDigits)
  if (style === mixedStyle || !isCalendarDay(year, month, day)) return 0
  into.number = daysOf(year, month, day) * DAY_MS
  if (at === text.length) return rest >= 0 ? dayMonthYear.bit : dayMonthShort.bit
  return readTime(text, at, style, rest >= 0 ? 0 : 1, into)
}

/** Reads the rest after the day: `[,] H:m[:s]`, with the padding of the day. `flags` is an index of `dayMonthTimes`. */
function readTime(text: string, from: number, dayStyle: number, flags: number, into: Reading): number {
  let at = from
  let kind = flags
  if (text.charCodeAt(at) === 44) {
    kind |= 2
    at++
  }
  if (text.charCodeAt(at) !== 32) return 0
  const hours = shortAt(text, at + 1)
  at += 1 + (hours >> 8)
  if (hours === 0 || text.charCodeAt(at) !== 58) return 0
  const minutes = shortAt(text, at + 1)
  at += 1 + (minutes >> 8)
  if (minutes === 0) return 0
  let seconds = 0
  if (at < text.length) {
    seconds = shortAt(text, at + 1)
    if (seconds === 0 || text.charCodeAt(at) !== 58) return 0
    at += 1 + (seconds >> 8)
    kind |= 4
  }
  const style = dayStyle | styleOf(hours) | styleOf(minutes) | styleOf(seconds)
  const time = clock(hours & 255, minutes & 255, seconds & 255)
  if (at !== text.length || style === mixedStyle || time < 0) return 0
  into.number += time
  return dayMonthTimes[kind]?.bit ?? 0
}

/** Milliseconds since midnight, -1 when a part is out of range. */
function clock(hours: number, minutes: number, seconds: number): number {
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) return -1
  return clockMs(hours, minutes, seconds)
}

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 48
  return digit >= 0 && digit <= 9 ? digit : -1
}

/** The value of exactly two digits; far below zero otherwise, so that sums stay negative. */
function pairAt(text: string, at: number): number {
  const tens = digitAt(text, at)
  const units = digitAt(text, at + 1)
  return tens < 0 || units < 0 ? -1_000_000 : tens * 10 + units
}

/** One or two digits: the value in the low byte, bits 8-9 their count; 0 when there is no digit. */
function shortAt(text: string, at: number): number {
  const first = digitAt(text, at)
  if (first < 0) return 0
  const second = digitAt(text, at + 1)
  return second < 0 ? first | 256 : (first * 10 + second) | 512
}

const mixedStyle = 3

/** 1 for `5`, 2 for `05`, 0 for numbers that have the same text with and without padding. */
function styleOf(digits: number): number {
  if (digits >> 8 === 1) return 1
  return digits >> 8 === 2 && (digits & 255) < 10 ? 2 : 0
}
