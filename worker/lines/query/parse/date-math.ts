import { limits } from '../../../limits'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../limits/units'
import type { ReadableParameters } from '../../../net/parameters'
import { dayBounds, localMsOf, momentOf, parseDay, toInstant } from './dates'

/** Date math, as in Elasticsearch: `now-1d`, `now/M`, `2024-01-31||+1M/d`. */

// A `+` that is not percent-encoded is a space in a query.
const step = String.raw`[+ -]\d{0,9}[yMwdhHms]|/[yMwdhHms]`
const mathForm = new RegExp(`^(?:(now)|(.+?)\\|\\|)((?:${step})*)$`, 's')
const stepForm = new RegExp(step, 'g')

type Zone = string | null | undefined

/** The first and the last ms that an expression stands for: a period when it is rounded (`/d`), else one instant. */
export type Period = { first: number; last: number }

/**
 * Reads an expression. Days, weeks (from Monday), months and years are those of the time zone. Undefined for any other text,
 * for dates before the year 1 or after 9999, and for `now` without the time of the request.
 */
export function dateMathOf(
  text: string,
  { timeZone, now }: { timeZone?: Zone; now?: Date | undefined },
): Period | undefined {
  const parts = mathForm.exec(text)
  if (!parts) return undefined
  const start = parts[1] === undefined ? anchorOf(parts[2] ?? '', timeZone) : now?.getTime()
  const steps = parts[3]?.match(stepForm) ?? []
  if (start === undefined || steps.length > limits.lines.maxDateSteps) return undefined
  let [first, last] = [start, start]
  for (const [sign = '', ...rest] of steps) {
    const unit = rest.at(-1) ?? ''
    if (sign === '/') {
      first = startOf(first, unit, timeZone)
      last = addedTo(startOf(last, unit, timeZone), 1, unit, timeZone) - 1
    } else {
      const count = Number(rest.slice(0, -1).join('') || '1') * (sign === '-' ? -1 : 1)
      first = addedTo(first, count, unit, timeZone)
      last = addedTo(last, count, unit, timeZone)
    }
    if (!isInCalendar(first) || !isInCalendar(last)) return undefined
  }
  return { first, last }
}

/** Whether a filter of a request depends on the time of the request. Its response is not the same for the same lines. */
export function dependsOnTime(params: ReadableParameters): boolean {
  return [...params].some(([name, value]) => name !== 'q' && /\bnow\b/.test(value))
}

function anchorOf(text: string, timeZone: Zone): number | undefined {
  const day = parseDay(text)
  return day === undefined ? momentOf(text, timeZone) : dayBounds(day, timeZone)[0]
}

const earliest = Date.parse('0001-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')
const isInCalendar = (instant: number): boolean => instant >= earliest && instant <= latest

const unitMs: ReadonlyMap<string, number> = new Map([
  ['h', HOUR_MS],
  ['H', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', SECOND_MS],
])

function startOf(instant: number, unit: string, timeZone: Zone): number {
  const local = localMsOf(instant, timeZone)
  const ms = unitMs.get(unit)
  if (ms !== undefined) return instant - (((local % ms) + ms) % ms)
  const date = new Date(local)
  date.setUTCHours(0, 0, 0, 0)
  if (unit === 'w') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  if (unit === 'M' || unit === 'y') date.setUTCDate(1)
  if (unit === 'y') date.setUTCMonth(0)
  return toInstant(date.getTime(), timeZone)
}

/** NaN beyond what a `Date` holds. */
function addedTo(instant: number, count: number, unit: string, timeZone: Zone): number {
  const ms = unitMs.get(unit)
  if (ms !== undefined) return instant + count * ms
  const local = localMsOf(instant, timeZone)
  if (unit === 'd' || unit === 'w') return inZone(local + count * (unit === 'w' ? 7 : 1) * DAY_MS, timeZone)
  const date = new Date(local)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + count * (unit === 'y' ? 12 : 1))
  // A month without that day: its last one.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return inZone(date.getTime(), timeZone)
}

const inZone = (localMs: number, timeZone: Zone): number =>
  isInCalendar(localMs) ? toInstant(localMs, timeZone) : Number.NaN
