/** Values of cells: from a text that is typed or pasted, to a text that is edited. Pure. */
import { DAY_MS } from '../../../limits/units'
import { isoDate } from '../../../schema/dates/calendar'
import { readTemporal, rfc3339Bit, temporalKinds } from '../../../schema/dates/detected-dates'
import { writtenDate } from '../../../schema/dates/written-date'
import { lenientNumber } from '../../../schema/numeric'
import { numberWithUnit } from '../../../schema/proposals/number-notation'
import { readBoolean } from '../../../schema/recognize'
import type { GridColumn } from './settings'

/** Absent values are undefined. Texts that cannot be converted stay as they were typed: `problemOf` reports them. */
export type Value = string | number | boolean | undefined
export type Values = Readonly<Record<string, Value>>

/** A record of these values, without inherited keys: a column may be called `constructor`. */
export const newValues = (...values: (Values | undefined)[]): Record<string, Value> =>
  Object.assign(Object.create(null), ...values)

/** The value of a text for a column. */
export function readValue(column: GridColumn, text: string): Value {
  const trimmed = column.isLong ? text : text.trim()
  if (trimmed.trim() === '') return undefined
  if (column.separator) return trimmed
  const value = typed(column, trimmed)
  const labelled = Object.entries(column.labels ?? {}).find(([, label]) => label === trimmed)?.[0]
  return labelled !== undefined && !Object.hasOwn(column.labels ?? {}, trimmed) ? typed(column, labelled) : value
}

function typed({ type, format }: GridColumn, text: string): Value {
  switch (type) {
    case 'integer':
    case 'number': {
      const number = lenientNumber(text, { number: Number.NaN })
      return Number.isNaN(number) ? (numberWithUnit(text) ?? text) : number
    }
    case 'boolean':
      return readBoolean(text) ?? text
    default:
      return format === 'date' || format === 'date-time' ? temporal(format, text) : text
  }
}

/** Dates as they are stored: `31/01/2026` and `31 janvier 2026` become `2026-01-31`. */
function temporal(format: 'date' | 'date-time', text: string): string {
  const reading = { number: Number.NaN }
  const bit = readTemporal(text, reading)
  const kind = temporalKinds.find((one) => one.bit === bit)
  if (!kind || Number.isNaN(reading.number)) return (format === 'date' && writtenDate(text)) || text
  if (format === 'date') return kind.format === 'date' ? isoDate(Math.floor(reading.number / DAY_MS)) : text
  if (bit === rfc3339Bit) return text
  // A local time: the service adds the offset of the time zone of the column.
  return new Date(reading.number).toISOString().slice(0, 19)
}

/** The text with which a value is edited and copied. */
export const editedText = (value: Value): string => (value === undefined ? '' : String(value))

/** A value of the API. */
export function received(column: GridColumn, value: unknown): Value {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return value.join(column.separator ?? ', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

export type Problem = { rule: string; values?: Record<string, string | number> }

/** Why the service would refuse a value; the service validates it again. */
export function problemOf(column: GridColumn, value: Value): Problem | undefined {
  if (value === undefined) return column.required ? { rule: 'required' } : undefined
  const values = column.separator ? String(value).split(column.separator.trim() || column.separator) : [value]
  for (const each of values) {
    const one = column.separator ? typed(column, String(each).trim()) : each
    const problem = problemOfOne(column, one)
    if (problem) return problem
  }
  return undefined
}

function problemOfOne(column: GridColumn, value: Value): Problem | undefined {
  const { type, format, labels, minimum, maximum, minLength, maxLength } = column
  if (type === 'integer' && !Number.isSafeInteger(value)) return { rule: 'integer' }
  if (type === 'number' && typeof value !== 'number') return { rule: 'number' }
  if (type === 'boolean' && typeof value !== 'boolean') return { rule: 'boolean' }
  if (labels && column.labelsRestricted && !Object.hasOwn(labels, String(value))) return { rule: 'label' }
  if (typeof value === 'number') {
    if (maximum !== undefined && value > maximum) return { rule: 'maximum', values: { limit: maximum } }
    if (minimum !== undefined && value < minimum) return { rule: 'minimum', values: { limit: minimum } }
  }
  if (typeof value !== 'string' || type !== 'string') return undefined
  if (format === 'date' || format === 'date-time') {
    return temporal(format, value) === value && isTemporal(format, value) ? undefined : { rule: format }
  }
  const { length } = [...value]
  if (maxLength !== undefined && length > maxLength) return { rule: 'maxLength', values: { count: maxLength } }
  if (minLength !== undefined && length < minLength) return { rule: 'minLength', values: { count: minLength } }
  return matches(column, value) ? undefined : { rule: 'pattern', values: { format: column.pattern ?? '' } }
}

function isTemporal(format: 'date' | 'date-time', text: string): boolean {
  const kind = temporalKinds.find(({ bit }) => bit === readTemporal(text, { number: Number.NaN }))
  return kind?.format === format
}

const patterns = new Map<string, RegExp | undefined>()
/** Longer texts are left to the service, whose engine takes linear time. */
const maxMatchedChars = 1_000

function matches({ pattern }: GridColumn, text: string): boolean {
  if (!pattern || text.length > maxMatchedChars) return true
  if (!patterns.has(pattern)) patterns.set(pattern, compiled(pattern))
  return patterns.get(pattern)?.test(text) ?? true
}

function compiled(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return undefined
  }
}
