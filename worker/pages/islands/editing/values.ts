/** Values of cells: from a text that is typed or pasted, to a text that is edited. Pure. */
import { gridLimits } from '../../../limits/service/islands'
import { isCalendarDay } from '../../../schema/dates/calendar'
import { type DateOrder, dateOrder, storedDate } from '../../../schema/dates/stored-date'
import { completeDate, isOfFormat, typedDate } from '../../../schema/dates/typed-date'
import { foldAccents } from '../../../schema/fold-accents'
import { typedNumber } from '../../../schema/numbers/typed-number'
import { declaredBoolean } from '../../../schema/read-boolean'
import { isPosition } from '../../../schema/value-bounds'
import type { GridColumn } from './settings'

/** Absent values are undefined. Texts that cannot be converted stay as they were typed: `problemOf` reports them. */
export type Value = string | number | boolean | undefined
export type Values = Readonly<Record<string, Value>>

/** A record of these values, without inherited keys: a column may be called `constructor`. */
export const newValues = (...values: (Values | undefined)[]): Record<string, Value> =>
  Object.assign(Object.create(null), ...values)

/** How the dates of a column that are pasted or filled at once are read; undefined for other columns. */
export function sheetDateReading(
  column: GridColumn,
  texts: readonly string[],
): ReturnType<typeof dateOrder> | undefined {
  if (column.separator || (column.format !== 'date' && column.format !== 'date-time')) return undefined
  const dates = texts.map((text) => completeDate(text.trim(), column.thisYear))
  return dateOrder(dates, column.monthFirst ? 'monthFirst' : 'dayFirst')
}

/**
 * The value of a text for a column.
 *
 * @param order that of the dates read with it; a date alone is read in the order in which it exists
 */
export function readValue(column: GridColumn, text: string, order?: DateOrder): Value {
  const trimmed = column.isLong ? text : text.trim()
  if (trimmed.trim() === '') return undefined
  const { labels, separator } = column
  if (separator) {
    if (!labels) return trimmed
    const mark = separator.trim() || separator
    return trimmed
      .split(mark)
      .map((one) => labelled(labels, one.trim()) ?? one)
      .join(separator)
  }
  return typed(column, (labels && labelled(labels, trimmed)) ?? trimmed, order)
}

/** The value that a text names by itself or by its label; in another case or without accents if it is the only such value. */
function labelled(labels: Readonly<Record<string, string>>, text: string): string | undefined {
  if (Object.hasOwn(labels, text)) return text
  const exact = Object.entries(labels).find(([, label]) => label === text)
  if (exact) return exact[0]
  const folded = foldAccents(text)
  const near = Object.entries(labels).filter((choice) => choice.some((one) => foldAccents(one) === folded))
  return near.length === 1 ? near[0]?.[0] : undefined
}

function typed(
  { type, format, decimalMark, monthFirst, thisYear }: GridColumn,
  text: string,
  order?: DateOrder,
): Value {
  switch (type) {
    case 'integer':
    case 'number':
      return typedNumber(text, decimalMark) ?? text
    case 'boolean':
      // Lists mark yes with a cross, and leave no empty.
      return declaredBoolean(text) ?? (text.toLowerCase() === 'x' || text)
    default:
      if (format !== 'date' && format !== 'date-time') return text
      return typedDate(format, text, {
        order: order ?? (monthFirst ? 'asExists' : 'dayFirst'),
        thisYear,
      })
  }
}

/** The day of a time where the reader is, as dates are stored. */
export function dayOf(now: Date): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${now.getFullYear()}-${month}-${day}`
}

/** The text of a value, as the service writes it. */
export const plainText = (value: Value): string => (value === undefined ? '' : String(value))

/** The text with which a value is edited and copied: numbers have the decimal mark of the reader. */
export function editedText({ decimalMark = '.' }: GridColumn, value: Value): string {
  const text = plainText(value)
  return typeof value === 'number' ? text.replace('.', decimalMark) : text
}

/** A value of the API. */
export function received(column: GridColumn, value: unknown): Value {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return value.join(column.separator ?? ', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

/** A local time, and its offset. */
export const localTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(Z|[+-]\d\d:\d\d)?$/

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
  if (labels && column.labelsRestricted && !Object.hasOwn(labels, String(value)))
    return { rule: 'label', values: { values: listed(Object.entries(labels).map(([one, label]) => label || one)) } }
  if (typeof value === 'number') {
    if (maximum !== undefined && value > maximum) return { rule: 'maximum', values: { limit: maximum } }
    if (minimum !== undefined && value < minimum) return { rule: 'minimum', values: { limit: minimum } }
  }
  if (typeof value !== 'string' || type !== 'string') return undefined
  if (format === 'date' || format === 'date-time') {
    if (storedDate(format, value) === value && isOfFormat(format, value)) return undefined
    return { rule: isMissingDay(value) ? 'day' : format }
  }
  if (column.isPosition && !isPosition(value)) return { rule: 'position' }
  const { length } = [...value]
  if (maxLength !== undefined && length > maxLength) return { rule: 'maxLength', values: { count: maxLength } }
  if (minLength !== undefined && length < minLength) return { rule: 'minLength', values: { count: minLength } }
  return matches(column, value) ? undefined : { rule: 'pattern', values: { format: column.pattern ?? '' } }
}

/** Allowed values that a message names. */
const maxListed = 8

const listed = (values: readonly string[]): string =>
  values.slice(0, maxListed).join(', ') + (values.length > maxListed ? '…' : '')

/** Whether a text is a day that its month does not have: `31/02/2026`, `2026-02-31`. */
function isMissingDay(text: string): boolean {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(text) ?? []
  const [, one, other, last] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?!\d)/.exec(text) ?? []
  const read = year
    ? [[year, month, date]]
    : [
        [last, other, one],
        [last, one, other],
      ]
  const days = read
    .map((parts) => parts.map(Number))
    .filter(([, month = 0, day = 0]) => month >= 1 && month <= 12 && day >= 1 && day <= 31)
  return days.length > 0 && days.every(([year = 0, month = 0, day = 0]) => !isCalendarDay(year, month, day))
}

const patterns = new Map<string, RegExp | undefined>()

function matches({ pattern }: GridColumn, text: string): boolean {
  if (!pattern || text.length > gridLimits.maxMatchedChars) return true
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
