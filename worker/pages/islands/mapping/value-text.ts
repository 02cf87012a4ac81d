import { ownText } from '../../../schema/own-value'
import type { PopupField } from './map-settings'

/** The language of the reader, and the words of the page. */
type Reading = { language: string; say: Record<string, string> }

/** A value of a column for people. Pure. */
export function popupText(field: PopupField, value: unknown, { language, say }: Reading): string {
  if (Array.isArray(value)) return value.map((one) => popupText(field, one, { language, say })).join(', ')
  const plain = String(value)
  const label = ownText(field.labels, plain)
  if (label !== undefined) return label
  if (typeof value === 'boolean') return (value ? say.yes : say.no) ?? plain
  if (typeof value === 'number' && field.isQuantity)
    return new Intl.NumberFormat(language, field.hasCents ? cents : { maximumFractionDigits: 10 }).format(value)
  if ((field.kind === 'date' || field.kind === 'date-time') && !Number.isNaN(Date.parse(plain))) {
    const isDay = field.kind === 'date'
    // A day is that of the calendar, without a time zone of the reader.
    // Times are in the zone of their column, as in the table.
    const timed = { ...moment, ...(field.timeZone ? { timeZone: field.timeZone } : {}) }
    return new Intl.DateTimeFormat(language, isDay ? { dateStyle: 'medium', timeZone: 'UTC' } : timed).format(
      new Date(isDay ? plain.slice(0, 10) : plain),
    )
  }
  return plain
}

const cents = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const moment = { dateStyle: 'medium', timeStyle: 'short' } as const
