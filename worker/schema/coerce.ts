/**
 * `coercion`: from the text of a cell to the value that is stored; `refused` when the text is not of the field's type.
 * `refusalOf`: the expected type, for messages. `epochMs`: the instant of a value.
 */
import { type Language, problem } from '../errors'
import { DAY_MS } from '../limits/units'
import { isoDate } from './dates/calendar'
import { type PatternReader, patternReader } from './dates/declared-dates'
import { isoDayBit, type Reading, readTemporal, rfc3339Bit, temporalKinds } from './dates/detected-dates'
import { writtenDate } from './dates/written-date'
import { defaultTimeZone, isTimeZone, withOffset } from './dates/zone'
import type { Field } from './field'
import { lenientNumber } from './numbers/read-number'
import { declaredBoolean } from './read-boolean'

export { isTimeZone, zoneOffsetMinutes } from './dates/zone'

export type Refused = { readonly refused: true }
/** The result for a text that is not of the field's type. */
export const refused: Refused = Object.freeze({ refused: true })

export type Scalar = string | number | boolean
/** `null` is an absent value; arrays hold one element or more, for fields with a `separator`. */
export type CellValue = Scalar | null | Refused | Scalar[]

export function isRefused(value: CellValue): value is Refused {
  return typeof value === 'object' && value !== null && 'refused' in value
}

type Typed = Pick<Field, 'key' | 'type' | 'format' | 'separator' | 'timeZone' | 'dateFormat' | 'dateTimeFormat'>
/** Takes a trimmed text that is not empty. */
type Convert = (text: string) => Scalar | Refused

const plainDateTimes = ['YYYY-MM-DDTHH:mm:ss', 'YYYY-MM-DD HH:mm:ss']
/** Notations without seconds, such as those of HTML forms. */
const withoutSeconds = ['YYYY-MM-DDTHH:mm', 'YYYY-MM-DD HH:mm'].flatMap((pattern) => patternReader(pattern) ?? [])

/**
 * The conversion of the cells of a field, made once per field and called once per cell. `dateFormat` and
 * `dateTimeFormat` are those of the file (`withDetectedNotation` of `merge-schema.ts` adds them). Throws `body-invalid` on unknown zones.
 */
export function coercion(field: Typed): (raw: string) => CellValue {
  const convert = converter(field)
  const { separator } = field
  if (separator === undefined || separator === null || separator === '') {
    return (raw) => {
      const text = raw.trim()
      return text === '' ? null : convert(text)
    }
  }
  const mark = separator.trim() || separator
  return (raw) => {
    const values: Scalar[] = []
    for (const part of raw.split(mark)) {
      const text = part.trim()
      if (text === '') continue
      const value = convert(text)
      if (typeof value === 'object') return value
      values.push(value)
    }
    return values.length === 0 ? null : values
  }
}

/** The expected type in a few words, for messages about a refused value. */
export function expectedType(field: Typed): Record<Language, string> {
  if (field.type === 'integer') return { en: 'whole number', fr: 'nombre entier' }
  if (field.type === 'number') return { en: 'number', fr: 'nombre' }
  if (field.type === 'boolean') return { en: 'boolean (true or false)', fr: 'booléen (vrai ou faux)' }
  if (field.format === 'date') {
    const pattern = field.dateFormat ?? 'YYYY-MM-DD'
    return { en: `date (${pattern})`, fr: `date (${inFrench(pattern)})` }
  }
  if (field.format === 'date-time') {
    const pattern = field.dateTimeFormat ?? 'YYYY-MM-DDTHH:mm:ss+00:00'
    return { en: `date-time (${pattern})`, fr: `date et heure (${inFrench(pattern)})` }
  }
  return { en: 'text', fr: 'texte' }
}

/** A pattern with the letters of French: `JJ/MM/AAAA`. */
const inFrench = (pattern: string): string => pattern.replaceAll('Y', 'A').replaceAll('D', 'J')

/** Milliseconds since 1970 of a date-time with its offset, as it is stored; NaN when the text is not one. */
export function epochMs(isoDateTime: string): number {
  const reading = { number: Number.NaN }
  return readTemporal(isoDateTime, reading) === rfc3339Bit ? reading.number : Number.NaN
}

function converter(field: Typed): Convert {
  const reading: Reading = { number: Number.NaN }
  switch (field.type) {
    case 'boolean':
      return (text) => declaredBoolean(text) ?? refused
    case 'integer':
      return (text) => {
        const value = lenientNumber(text, reading)
        return Number.isSafeInteger(value) ? value : refused
      }
    case 'number':
      return (text) => {
        const value = lenientNumber(text, reading)
        return Number.isNaN(value) ? refused : value
      }
    case 'string':
      if (field.format === 'date') return dateConverter(field, reading)
      if (field.format === 'date-time') return dateTimeConverter(field, reading)
      return (text) => text
    default:
      return (text) => text
  }
}

function dateConverter({ dateFormat }: Typed, reading: Reading): Convert {
  // A year of two digits, after the same day and month, is no other notation.
  const accepted = bitsOf(dateFormat === 'D/M/YYYY' ? [dateFormat, 'D/M/YY'] : [dateFormat]) | isoDayBit
  const readers = ownReaders(dateFormat)
  return (text) => {
    const bit = readTemporal(text, reading)
    if ((bit & accepted) === 0) {
      const local = readBy(readers, text)
      // The name of a month is not ambiguous.
      return local === undefined ? (writtenDate(text) ?? refused) : isoDate(Math.floor(local / DAY_MS))
    }
    return bit === isoDayBit ? text : isoDate(reading.number / DAY_MS)
  }
}

function dateTimeConverter(field: Typed, reading: Reading): Convert {
  const timeZone = field.timeZone || defaultTimeZone
  if (!isTimeZone(timeZone))
    throw problem('body-invalid', {
      reason: { en: `unknown time zone "${timeZone}"`, fr: `"${timeZone}" n'est pas un fuseau horaire` },
    })
  // A day is its first instant, unless a format of the field says how its values are written.
  const local = bitsOf([field.dateTimeFormat, ...plainDateTimes]) | (field.dateTimeFormat ? 0 : isoDayBit)
  const readers = [...ownReaders(field.dateTimeFormat), ...withoutSeconds]
  return (text) => {
    const bit = readTemporal(text, reading)
    if (bit === rfc3339Bit) {
      const iso = text.charCodeAt(10) === 84 ? text : `${text.slice(0, 10)}T${text.slice(11)}`
      return iso.endsWith('z') ? `${iso.slice(0, -1)}Z` : iso
    }
    const clock = (bit & local) === 0 ? readBy(readers, text) : reading.number
    return clock === undefined ? refused : withOffset(clock, timeZone)
  }
}

/** Whether dates can be read by a `dateFormat` or a `dateTimeFormat`. */
export function isDateFormat(pattern: string): boolean {
  return bitsOf([pattern]) !== 0 || patternReader(pattern) !== undefined
}

/** Readers of a notation that the analysis of files does not detect. */
function ownReaders(pattern: string | null | undefined): PatternReader[] {
  if (!pattern || bitsOf([pattern]) !== 0) return []
  const reader = patternReader(pattern)
  return reader ? [reader] : []
}

function readBy(readers: readonly PatternReader[], text: string): number | undefined {
  for (const read of readers) {
    const local = read(text)
    if (local !== undefined) return local
  }
  return undefined
}

function bitsOf(patterns: readonly (string | null | undefined)[]): number {
  let bits = 0
  for (const { pattern, bit } of temporalKinds) if (pattern !== undefined && patterns.includes(pattern)) bits |= bit
  return bits
}
