import { problem } from '../../errors'
import { MINUTE_MS } from '../../limits/units'
import type { CalendarUnit, GroupLevel, Interval } from '../query/aggregate-request'
import { instantOf, offsetAt, zoneSteps } from './zone-steps'

/** The buckets of an interval from the first to the last, and the value of a bucket in a response. */

export type Key = string | number

/**
 * Every key from the smallest to the largest, including those that no line has.
 *
 * @throws `buckets-too-many`
 */
export function filledKeys(interval: Interval, keys: readonly Key[], max: number): Key[] {
  if (keys.length === 0 || interval.is === 'value') return [...keys]
  const filled: Key[] = []
  const add = (key: Key): void => {
    if (filled.length === max) throw problem('buckets-too-many', { max })
    filled.push(key)
  }
  if (interval.is === 'calendar') {
    const days = keys.map(String).sort()
    const last = days.at(-1) ?? ''
    for (let day = days[0] ?? ''; day <= last; day = nextDay(day, interval.unit)) add(day)
    return filled
  }
  const numbers = keys.map(Number)
  const step = interval.is === 'steps' ? 1 : interval.ms
  const [first, last] = numbers.reduce(([low, high], key) => [Math.min(low, key), Math.max(high, key)] as const, [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as const)
  if ((last - first) / step >= max) throw problem('buckets-too-many', { max })
  // Beyond 2^53 adding 1 does not change a number: the loop would not end.
  const seen = new Set(numbers)
  for (let key = first; key <= last && key + step > key; key += step) seen.add(key)
  for (const key of [...seen].sort((a, b) => a - b)) add(key)
  return filled
}

const monthsOf = { month: 1, quarter: 3, year: 12 } as const

function nextDay(day: string, unit: CalendarUnit): string {
  const date = new Date(`${day}T00:00:00Z`)
  if (unit === 'day' || unit === 'week') date.setUTCDate(date.getUTCDate() + (unit === 'week' ? 7 : 1))
  else date.setUTCMonth(date.getUTCMonth() + monthsOf[unit])
  // After all days: the year 10000 would sort before 9999.
  return date.getUTCFullYear() > 9999 ? '~' : date.toISOString().slice(0, 10)
}

/**
 * The value of a bucket in the response.
 *
 * @param stored a stored date-time of the bucket
 */
export function displayKey({ column, interval }: GroupLevel, key: Key, stored: unknown): Key {
  switch (interval.is) {
    case 'value':
      if (column.kind === 'boolean') return Number(key) === 1 ? 'true' : 'false'
      return column.kind === 'moment' && typeof stored === 'string' ? stored : key
    case 'steps':
      return Number(key) * interval.step
    case 'calendar':
      if (interval.timeZone === undefined) return key
      return isoWithOffset(instantOf(Date.parse(`${key}T00:00:00Z`), interval.timeZone), interval.timeZone, true)
    case 'local':
      if (interval.timeZone === undefined) return new Date(Number(key)).toISOString().slice(0, 10)
      return isoWithOffset(instantOf(Number(key), interval.timeZone), interval.timeZone, true)
    case 'instants':
      return isoWithOffset(Number(key), interval.timeZone, true)
  }
}

/** An instant in a time zone, with its offset: `2024-03-01T00:00:00.000+01:00`. */
export function isoWithOffset(instant: number, timeZone: string, withMs: boolean): string {
  const offset = offsetAt(zoneSteps(timeZone), instant)
  const minutes = Math.abs(offset) / MINUTE_MS
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0')
  const local = new Date(instant + offset).toISOString().slice(0, withMs ? 23 : 19)
  return `${local}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
