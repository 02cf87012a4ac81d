/** Dates, date-times and durations of iCalendar (RFC 5545, section 3.3). Pure. */
import { DAY_MS } from '../../limits/units'
import { clockMs, daysOf, isCalendarDay } from '../../schema/dates/calendar'

/** A local time, in milliseconds as if it were UTC. */
export type LocalTime = { localMs: number; isDay: boolean; isUtc: boolean }

/** The dashes and colons of ISO 8601, which some programs write, are accepted. */
const dateTime = /^(\d{4})(-?)(\d{2})\2(\d{2})(?:T(\d{2})(:?)(\d{2})(?:\6(\d{2}))?(Z)?)?$/

/** `20240229`, `20240229T130559Z` or `2024-02-29T13:05:59Z`; undefined for anything else. */
export function parseTime(text: string): LocalTime | undefined {
  const [, year, , month, day, hour, , minute, second, utc] = dateTime.exec(text.trim().toUpperCase()) ?? []
  if (!isCalendarDay(Number(year), Number(month), Number(day))) return undefined
  const isDay = hour === undefined
  const inDay = isDay ? 0 : clockMs(Number(hour), Number(minute), Number(second ?? 0))
  if (inDay > DAY_MS) return undefined
  const localMs = daysOf(Number(year), Number(month), Number(day)) * DAY_MS + inDay
  return { localMs, isDay, isUtc: utc !== undefined }
}

const duration = /^([+-])?P(?:(\d{1,5})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/

/** Milliseconds of `P1DT2H`; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const match = duration.exec(text.trim().toUpperCase())
  if (!match) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(2).map((part) => Number(part ?? 0))
  const ms = (weeks * 7 + days) * DAY_MS + clockMs(hours, minutes, seconds)
  return match[1] === '-' ? -ms : ms
}

/** Milliseconds of a UTC offset, `+0100`; undefined for anything else. */
export function parseOffset(text: string): number | undefined {
  const [, sign, hours, minutes, seconds] = /^([+-])(\d{2})(\d{2})(\d{2})?$/.exec(text.trim()) ?? []
  if (sign === undefined) return undefined
  const ms = clockMs(Number(hours), Number(minutes), Number(seconds ?? 0))
  return sign === '-' ? -ms : ms
}
