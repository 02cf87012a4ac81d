/** The offsets of a time zone as a table for SQL: SQLite has no time zones. */
import { limits } from '../../limits'
import { MINUTE_MS } from '../../limits/units'
import { zoneOffsetMinutes } from '../../schema/coerce'

/** Offsets in ms: `first`, then another from each instant on. */
type ZoneSteps = { first: number; steps: ReadonlyArray<{ from: number; offset: number }> }

/** Range of the table. Before it, clocks showed local solar time; after it, the last offset applies. */
const begin = Date.UTC(1900, 0, 1)
const end = Date.UTC(2100, 0, 1)
const { zoneStrideMs } = limits.lines

const cache = new Map<string, ZoneSteps>()

/** The table of a zone, cached: it takes about 20 ms to compute. */
export function zoneSteps(timeZone: string): ZoneSteps {
  const remembered = cache.get(timeZone)
  if (remembered) return remembered
  const offsetAt = offsetsOf(timeZone)
  const first = offsetAt(begin)
  const steps: { from: number; offset: number }[] = []
  let before = first
  for (let at = begin; at < end; at += zoneStrideMs) {
    const offset = offsetAt(at + zoneStrideMs)
    if (offset === before) continue
    let [earlier, later] = [at, at + zoneStrideMs]
    while (later - earlier > MINUTE_MS) {
      const middle = Math.floor((earlier + later) / 2 / MINUTE_MS) * MINUTE_MS
      if (offsetAt(middle) === before) earlier = middle
      else later = middle
    }
    steps.push({ from: later, offset })
    before = offset
  }
  const table = { first, steps }
  if (cache.size >= limits.lines.cachedZones) cache.clear()
  cache.set(timeZone, table)
  return table
}

/** Offset in ms at an instant. */
export function offsetAt({ first, steps }: ZoneSteps, instant: number): number {
  return steps.findLast(({ from }) => from <= instant)?.offset ?? first
}

/** The offset of the instant `sql`, as a binary search: a chain of conditions would be slower, and too deep for D1. */
export function offsetSql(sql: string, { first, steps }: ZoneSteps): string {
  const search = (low: number, high: number): string => {
    if (low === high) return String(low === 0 ? first : (steps[low - 1]?.offset ?? first))
    const middle = (low + high + 1) >> 1
    return `iif(${sql}<${steps[middle - 1]?.from ?? 0},${search(low, middle - 1)},${search(middle, high)})`
  }
  return search(0, steps.length)
}

/** Instant of a local time. A local time that does not exist is shifted forward. */
export const instantOf = (localMs: number, timeZone: string): number =>
  localMs - zoneOffsetMinutes(localMs, timeZone) * MINUTE_MS

function offsetsOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (instant) => {
    const parts = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(format.format(instant))
    const minutes = Number(parts?.[2] ?? 0) * 60 + Number(parts?.[3] ?? 0)
    return (parts?.[1] === '-' ? -minutes : minutes) * MINUTE_MS
  }
}
