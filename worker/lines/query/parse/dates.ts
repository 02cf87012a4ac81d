import { DAY_MS, MINUTE_MS } from '../../../limits/units'
import { isoDate } from '../../../schema/dates/calendar'
import { defaultTimeZone, zoneOffsetAt, zoneOffsetMinutes } from '../../../schema/dates/zone'

/** Reads the operand of a date filter: a calendar day or an instant. Undefined when it is neither. */

const dayForm = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/
// A `+` that is not percent-encoded is a space in a query.
const momentForm = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+ -]\d{2}(?::?\d{2})?)?$/i

/** `2017`, `2017-11` or `2017-11-12` as a full day; a missing month or day is the first. */
export function parseDay(text: string): string | undefined {
  const parts = dayForm.exec(text)
  if (!parts) return undefined
  const day = `${parts[1]}-${parts[2] ?? '01'}-${parts[3] ?? '01'}`
  const time = Date.parse(`${day}T00:00:00Z`)
  // Date.parse takes 30 February for 2 March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : day
}

/** First instant of a day and first of the next, in ms, in a zone. */
export function dayBounds(day: string, timeZone: string | null | undefined): readonly [number, number] {
  const start = Date.parse(`${day}T00:00:00Z`)
  return [toInstant(start, timeZone), toInstant(start + DAY_MS, timeZone)]
}

/** A full ISO date-time in ms; without offset it is read in the zone. */
export function momentOf(text: string, timeZone: string | null | undefined): number | undefined {
  const parts = momentForm.exec(text)
  if (!parts || !parseDay(parts[1] ?? '')) return undefined
  const local = Date.parse(`${parts[1]}T${parts[2]}Z`)
  if (Number.isNaN(local)) return undefined
  const offset = parts[3]
  if (offset === undefined) return toInstant(local, timeZone)
  const minutes = offsetMinutes(offset)
  return minutes === undefined ? undefined : local - minutes * MINUTE_MS
}

/** Undefined beyond 23:59. */
function offsetMinutes(offset: string): number | undefined {
  if (offset.toUpperCase() === 'Z') return 0
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', '') || '0')]
  if (hours > 23 || minutes > 59) return undefined
  return (hours * 60 + minutes) * (offset.startsWith('-') ? -1 : 1)
}

/** The instant of a local time. @param localMs the local date and time, as if they were in UTC */
export function toInstant(localMs: number, timeZone: string | null | undefined): number {
  return localMs - zoneOffsetMinutes(localMs, timeZone || defaultTimeZone) * MINUTE_MS
}

/** The local date and time of an instant, as if they were in UTC. */
export function localMsOf(instant: number, timeZone: string | null | undefined): number {
  return instant + zoneOffsetAt(instant, timeZone || defaultTimeZone) * MINUTE_MS
}

/** The day of an instant in a zone. */
export const localDay = (instant: number, timeZone: string | null | undefined): string =>
  isoDate(Math.floor(localMsOf(instant, timeZone) / DAY_MS))
