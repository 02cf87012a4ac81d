/**
 * `zoneOffsetMinutes`, `withOffset`, `isTimeZone`: conversions between local times and instants, by the time zones of Intl.
 */
import { limits } from '../../limits'
import { DAY_MS, MINUTE_MS } from '../../limits/units'
import { clockMs, daysOf, isoLocal, twoDigits } from './calendar'

export const defaultTimeZone = 'Europe/Paris'

/** Offsets of the world lie between -12 h and +14 h. */
const widestOffsetMs = 15 * 60 * MINUTE_MS

/** A local day: one offset, or two around the instant of a change. In minutes and milliseconds. */
type ZoneDay = { before: number; after: number; changeMs: number }
type Zone = { format: Intl.DateTimeFormat; days: Map<number, ZoneDay> }

const zones = new Map<string, Zone>()

/** Whether a name is a time zone of the IANA database, such as `Europe/Paris`. */
export function isTimeZone(name: string): boolean {
  try {
    zoneOf(name)
    return true
  } catch {
    return false
  }
}

/**
 * Minutes to subtract from a local clock to get UTC. `localMs` is the local clock read as UTC. An hour that occurs
 * twice is the first; one that does not occur is counted with the offset before the change. Throws RangeError on
 * unknown zones.
 */
export function zoneOffsetMinutes(localMs: number, timeZone: string): number {
  const day = zoneDay(localMs, timeZone)
  if (day.before === day.after) return day.before
  if (localMs - day.before * MINUTE_MS < day.changeMs) return day.before
  return localMs - day.after * MINUTE_MS >= day.changeMs ? day.after : day.before
}

/**
 * The ISO date-time with offset of a local clock: `2021-01-13T19:42:00+01:00`. An hour that does not occur is shifted
 * forward: 02:30 becomes 03:30 when clocks jump from 2 to 3.
 *
 * @throws RangeError for an unknown time zone
 */
export function withOffset(localMs: number, timeZone: string): string {
  const day = zoneDay(localMs, timeZone)
  let offset = day.before
  let validMs = localMs
  if (day.before !== day.after && localMs - day.before * MINUTE_MS >= day.changeMs) {
    offset = day.after
    const isSkipped = localMs - day.after * MINUTE_MS < day.changeMs
    if (isSkipped) validMs += (day.after - day.before) * MINUTE_MS
  }
  const absolute = Math.abs(offset)
  const sign = offset < 0 ? '-' : '+'
  return `${isoLocal(validMs)}${sign}${twoDigits(Math.floor(absolute / 60))}:${twoDigits(absolute % 60)}`
}

/** Minutes between the local clock and UTC at an instant. Throws RangeError on unknown zones. */
export function zoneOffsetAt(instantMs: number, timeZone: string): number {
  return offsetAt(zoneOf(timeZone), instantMs)
}

function zoneDay(localMs: number, timeZone: string): ZoneDay {
  const zone = zoneOf(timeZone)
  const index = Math.floor(localMs / DAY_MS)
  const cached = zone.days.get(index)
  if (cached) return cached
  let earlier = index * DAY_MS - widestOffsetMs
  let later = (index + 1) * DAY_MS + widestOffsetMs
  const before = offsetAt(zone, earlier)
  const after = offsetAt(zone, later)
  // A change of offset happens on a whole minute; no zone has two changes within these two days.
  while (before !== after && later - earlier > MINUTE_MS) {
    const middle = Math.floor((earlier + later) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetAt(zone, middle) === before) earlier = middle
    else later = middle
  }
  const day = { before, after, changeMs: later }
  if (zone.days.size >= limits.schema.maxZoneDays) zone.days.clear()
  zone.days.set(index, day)
  return day
}

function zoneOf(name: string): Zone {
  const cached = zones.get(name)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const zone = { format, days: new Map<number, ZoneDay>() }
  zones.set(name, zone)
  return zone
}

/**
 * Minutes between the local clock and UTC at an instant; rounded, for the zones had seconds before the 20th century.
 */
function offsetAt(zone: Zone, instantMs: number): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of zone.format.formatToParts(instantMs)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const localMs = daysOf(year, month, day) * DAY_MS + clockMs(hour, minute, second)
  return Math.round((localMs - Math.floor(instantMs / 1_000) * 1_000) / MINUTE_MS)
}

type Timed = { format?: string | null | undefined; timeZone?: string | null | undefined }

/**
 * A new column of times with the time zone of the instance, unless it has one of its own. The default needs no mention.
 *
 * @param timeZone of the IANA database
 */
export const withTimeZone = <T extends Timed>(column: T, timeZone: string): T =>
  column.format === 'date-time' && !column.timeZone && timeZone !== defaultTimeZone ? { ...column, timeZone } : column
