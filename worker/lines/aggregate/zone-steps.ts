/** The offsets of a time zone over time, as a table that SQL can look in: SQLite knows no zones. */
import { zoneOffsetMinutes } from '../../schema/coerce'

/** Offsets in ms: `first`, then another from each instant on. */
export type ZoneSteps = { first: number; steps: ReadonlyArray<{ from: number; offset: number }> }

const minuteMs = 60_000
const dayMs = 86_400_000
/** What is known of zones: before, clocks were local; after, nobody knows the rules, the last offset stands. */
const begin = Date.UTC(1900, 0, 1)
const end = Date.UTC(2100, 0, 1)
/** Shorter than any summer time, and than the month without it in Morocco. */
const strideMs = 21 * dayMs

const cache = new Map<string, ZoneSteps>()
/** Zones remembered: the world has about 600, a dataset has one. */
const maxZones = 100

/** The table of a zone, made once (about 20 ms). */
export function zoneSteps(timeZone: string): ZoneSteps {
  const remembered = cache.get(timeZone)
  if (remembered) return remembered
  const offsetAt = offsetsOf(timeZone)
  const first = offsetAt(begin)
  const steps: { from: number; offset: number }[] = []
  let before = first
  for (let at = begin; at < end; at += strideMs) {
    const offset = offsetAt(at + strideMs)
    if (offset === before) continue
    let [earlier, later] = [at, at + strideMs]
    while (later - earlier > minuteMs) {
      const middle = Math.floor((earlier + later) / 2 / minuteMs) * minuteMs
      if (offsetAt(middle) === before) earlier = middle
      else later = middle
    }
    steps.push({ from: later, offset })
    before = offset
  }
  const table = { first, steps }
  if (cache.size >= maxZones) cache.clear()
  cache.set(timeZone, table)
  return table
}

/** Offset in ms at an instant. */
export function offsetAt({ first, steps }: ZoneSteps, instant: number): number {
  return steps.findLast(({ from }) => from <= instant)?.offset ?? first
}

/** The offset of the instant `sql`, by halves: a chain would be compared in full, and too deep. */
export function offsetSql(sql: string, { first, steps }: ZoneSteps): string {
  const search = (low: number, high: number): string => {
    if (low === high) return String(low === 0 ? first : (steps[low - 1]?.offset ?? first))
    const middle = (low + high + 1) >> 1
    return `iif(${sql}<${steps[middle - 1]?.from ?? 0},${search(low, middle - 1)},${search(middle, high)})`
  }
  return search(0, steps.length)
}

/** Instant of a local clock; a clock that does not occur is shifted forward. */
export const instantOf = (localMs: number, timeZone: string): number =>
  localMs - zoneOffsetMinutes(localMs, timeZone) * minuteMs

function offsetsOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (instant) => {
    const parts = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(format.format(instant))
    const minutes = Number(parts?.[2] ?? 0) * 60 + Number(parts?.[3] ?? 0)
    return (parts?.[1] === '-' ? -minutes : minutes) * minuteMs
  }
}
