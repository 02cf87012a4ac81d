/** `TRANSFORM_DATE`: converts a date from one format to another. */

import { limits } from '../../limits'
import { DAY_MS, MINUTE_MS } from '../../limits/units'
import { excerptOf } from '../cut-text'
import { clockMs, daysOf, isCalendarDay, isoDate, twoDigits } from '../dates/calendar'
import { fullYear, readTemporal, rfc3339Bit } from '../dates/detected-dates'
import { defaultTimeZone, isTimeZone, zoneOffsetAt, zoneOffsetMinutes } from '../dates/zone'
import { ExpressionError } from './tokens'

/** The parts of a date in a format; text in brackets is literal. */
const part = /\[([^\]]*)\]|YYYY|YY|MM?|DD?|HH?|mm?|ss?|SSS|ZZ?|X|x/g

type Parts = {
  year: number
  month: number
  day: number
  hours: number
  minutes: number
  seconds: number
  millis: number
}
type Reader = { pattern: string; read: (text: string, into: Parts & { instant?: number; offset?: number }) => void }

const whole = (digits: string, name: keyof Parts): Reader => ({
  pattern: `(${digits})`,
  read: (text, into) => {
    into[name] = Number(text)
  },
})

const readers: Record<string, Reader> = {
  YYYY: whole('\\d{4}', 'year'),
  YY: {
    pattern: '(\\d{2})',
    read: (text, into) => {
      into.year = fullYear(Number(text))
    },
  },
  MM: whole('\\d{2}', 'month'),
  M: whole('\\d{1,2}', 'month'),
  DD: whole('\\d{2}', 'day'),
  D: whole('\\d{1,2}', 'day'),
  HH: whole('\\d{2}', 'hours'),
  H: whole('\\d{1,2}', 'hours'),
  mm: whole('\\d{2}', 'minutes'),
  m: whole('\\d{1,2}', 'minutes'),
  ss: whole('\\d{2}', 'seconds'),
  s: whole('\\d{1,2}', 'seconds'),
  SSS: whole('\\d{3}', 'millis'),
  Z: { pattern: '(Z|[-+]\\d{2}:?\\d{2})', read: readOffset },
  ZZ: { pattern: '(Z|[-+]\\d{2}:?\\d{2})', read: readOffset },
  X: {
    pattern: '(-?\\d{1,16}(?:\\.\\d{1,9})?)',
    read: (text, into) => {
      into.instant = Number(text) * 1_000
    },
  },
  x: {
    pattern: '(-?\\d{1,16})',
    read: (text, into) => {
      into.instant = Number(text)
    },
  },
}

function readOffset(text: string, into: { offset?: number }): void {
  const [, sign, hours, minutes] = /^([-+])(\d{2}):?(\d{2})$/.exec(text) ?? []
  into.offset = sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0
}

/**
 * Converts a date to another format.
 *
 * @param how the format it has (none: ISO 8601) and the one it gets (none: ISO 8601 with its offset), then the time zones of
 *   both, `Europe/Paris` when absent
 * @throws ExpressionError
 */
export function transformDate(text: string, how: readonly string[]): string {
  const [from = '', to = '', fromZone = '', toZone = ''] = how
  return written(instantOf(text.trim(), from, zoneNamed(fromZone)), to, zoneNamed(toZone))
}

/**
 * The calendar date at the beginning of a text: of a date, or of a date and time as it is written.
 *
 * @throws ExpressionError
 */
export function calendarDate(text: string): { year: number; month: number; day: number; number: number } {
  const [, ...parts] = /^(\d{4})-(\d{2})-(\d{2})(?=$|[T ])/.exec(text.trim()) ?? []
  const [year = 0, month = 0, day = 0] = parts.map(Number)
  if (!isCalendarDay(year, month, day)) {
    throw new ExpressionError({
      en: `"${excerptOf(text)}" is not a date such as 2026-01-31`,
      fr: `"${excerptOf(text)}" n'est pas une date comme 2026-01-31`,
    })
  }
  return { year, month, day, number: daysOf(year, month, day) }
}

function zoneNamed(name: string): string {
  if (name === '') return defaultTimeZone
  if (!isTimeZone(name))
    throw new ExpressionError({ en: `unknown time zone "${name}"`, fr: `fuseau horaire "${name}" inconnu` })
  return name
}

function instantOf(text: string, format: string, zone: string): number {
  const invalid = () =>
    new ExpressionError({
      en: `"${excerptOf(text)}" is not a date${format && ` ${format}`}`,
      fr: `"${excerptOf(text)}" n'est pas une date${format && ` ${format}`}`,
    })
  if (format === '') {
    const reading = { number: Number.NaN }
    const bit = readTemporal(text, reading)
    if (bit === 0) throw invalid()
    return bit === rfc3339Bit ? reading.number : atZone(reading.number, zone)
  }
  const order: Reader[] = []
  const pattern = pieces(
    format,
    (literal) => literal.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'),
    (name) => {
      const reader = readers[name]
      if (!reader)
        throw new ExpressionError({ en: `unknown date format "${name}"`, fr: `format de date "${name}" inconnu` })
      // Many parts of one or two digits would make the expression backtrack exponentially.
      if (order.includes(reader))
        throw new ExpressionError({
          en: `the date format has "${name}" twice`,
          fr: `le format de date a deux fois "${name}"`,
        })
      order.push(reader)
      return reader.pattern
    },
  )
  const match = new RegExp(`^${pattern}$`).exec(text)
  if (!match) throw invalid()
  const into: Parameters<Reader['read']>[1] = {
    ...{ year: 1_970, month: 1, day: 1, hours: 0, minutes: 0, seconds: 0, millis: 0 },
  }
  for (const [i, reader] of order.entries()) reader.read(match[i + 1] ?? '', into)
  if (into.instant !== undefined) return into.instant
  const { year, month, day, hours, minutes, seconds, millis } = into
  if (!isCalendarDay(year, month, day) || hours > 23 || minutes > 59 || seconds > 59) throw invalid()
  const local = daysOf(year, month, day) * DAY_MS + clockMs(hours, minutes, seconds) + millis
  return into.offset === undefined ? atZone(local, zone) : local - into.offset * MINUTE_MS
}

const atZone = (localMs: number, zone: string) => localMs - zoneOffsetMinutes(localMs, zone) * MINUTE_MS

function written(instant: number, format: string, zone: string): string {
  const offset = zoneOffsetAt(instant, zone)
  const local = instant + offset * MINUTE_MS
  const days = Math.floor(local / DAY_MS)
  const inDay = local - days * DAY_MS
  const [year = '', month = '', day = ''] = isoDate(days).split('-')
  const seconds = Math.floor(inDay / 1_000)
  const clock = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits)
  const [hours = '', minutes = '', rest = ''] = clock
  const sign = offset < 0 ? '-' : '+'
  const shift = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map(twoDigits)
  const values: Record<string, string> = {
    YYYY: year,
    YY: year.slice(2),
    MM: month,
    M: String(Number(month)),
    DD: day,
    D: String(Number(day)),
    HH: hours,
    H: String(Number(hours)),
    mm: minutes,
    m: String(Number(minutes)),
    ss: rest,
    s: String(Number(rest)),
    SSS: String(inDay % 1_000).padStart(3, '0'),
    Z: `${sign}${shift.join(':')}`,
    ZZ: `${sign}${shift.join('')}`,
    X: String(Math.floor(instant / 1_000)),
    x: String(instant),
  }
  return pieces(
    format || 'YYYY-MM-DD[T]HH:mm:ssZ',
    (literal) => literal,
    (name) => values[name] ?? name,
  )
}

/** Replaces the literals and the parts of a format. */
function pieces(format: string, literal: (text: string) => string, named: (name: string) => string): string {
  const max = limits.schema.maxDateFormatChars
  if (format.length > max)
    throw new ExpressionError({
      en: `a date format has ${max} characters at most`,
      fr: `un format de date a ${max} caractères au plus`,
    })
  let output = ''
  let at = 0
  for (const match of format.matchAll(part)) {
    output += literal(format.slice(at, match.index)) + (match[1] === undefined ? named(match[0]) : literal(match[1]))
    at = match.index + match[0].length
  }
  return output + literal(format.slice(at))
}
