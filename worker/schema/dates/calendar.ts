/**
 * `daysOf`, `clockMs`, `isCalendarDay`, `isoDate`, `isoLocal`: the proleptic Gregorian calendar as plain arithmetic. `Date` maps
 * the years 0 to 99 to 1900 and costs ten times more per cell.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../limits/units'

const padded = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))
const monthDays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Two digits of a number from 0 to 99. */
export function twoDigits(number: number): string {
  return padded[number] ?? String(number)
}

/** Whether the day exists: `(2021, 2, 30)` does not. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  if (month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)) return day <= 29
  return day <= (monthDays[month] ?? 0)
}

/** Days since 1970-01-01. Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil. */
export function daysOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** Milliseconds since midnight of a time of the clock. */
export function clockMs(hours: number, minutes: number, seconds: number): number {
  return hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS
}

/** `YYYY-MM-DD` of a number of days since 1970-01-01, years 0 to 9999. Source: as above, civil_from_days. */
export function isoDate(days: number): string {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${twoDigits(Math.floor(year / 100))}${twoDigits(year % 100)}-${twoDigits(month)}-${twoDigits(day)}`
}

/**
 * `YYYY-MM-DDTHH:mm:ss` of milliseconds counted as if the local clock were UTC; milliseconds only when there are any.
 */
export function isoLocal(localMs: number): string {
  const days = Math.floor(localMs / DAY_MS)
  const inDay = localMs - days * DAY_MS
  const seconds = Math.floor(inDay / 1_000)
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor(seconds / 60) % 60
  const millis = inDay - seconds * 1_000
  const fraction = millis === 0 ? '' : `.${String(millis).padStart(3, '0')}`
  return `${isoDate(days)}T${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}${fraction}`
}
