/** `Zones`: converts local times to instants, by IANA time zones or the VTIMEZONE definitions of the file. */
import { limits } from '../../limits'
import { MINUTE_MS } from '../../limits/units'
import { defaultTimeZone, isTimeZone, zoneOffsetMinutes } from '../../schema/dates/zone'
import type { ContentLine } from './content-line'
import { occurrences, type Steps } from './recur'
import { parseRule, type Rule } from './rule'
import { parseOffset, parseTime } from './time'

/** A STANDARD or DAYLIGHT observance of a zone (RFC 5545, section 3.6.5). */
type Observance = { start: number; offsetTo: number; rule: Rule | undefined; more: number[] }
type Onset = { at: number; offsetMs: number }

const untilMs = Date.UTC(2100, 0, 1)

export class Zones {
  readonly #steps: Steps
  readonly #observances = new Map<string, Observance[]>()
  readonly #onsets = new Map<string, Onset[]>()
  #onsetsLeft: number = limits.calendars.maxOnsets
  /** The names of the zones that neither the file nor IANA defines: their times are in the fallback. */
  readonly unknown = new Set<string>()
  /** The zone of times without a TZID. */
  readonly fallback: string

  /** @param definitions the lines of each VTIMEZONE */
  constructor(definitions: readonly ContentLine[][], fallback: string, steps: Steps) {
    this.#steps = steps
    this.fallback = fallback
    for (const lines of definitions) {
      const id = lines.find(({ name }) => name === 'TZID')?.value
      if (id && !isTimeZone(id)) this.#observances.set(id, observancesOf(lines))
    }
  }

  /** The instant of a local time of a zone, in ms. */
  instant(localMs: number, zone: string | undefined): number {
    const id = zone ?? this.fallback
    const onsets = this.#onsetsOf(id)
    if (onsets) {
      const last = onsets[Math.max(0, countUntil(onsets, localMs) - 1)]
      return localMs - (last?.offsetMs ?? 0)
    }
    const name = plainName(id)
    if (zone !== undefined && !isTimeZone(name) && this.unknown.size < limits.calendars.maxZones) this.unknown.add(zone)
    const ianaName = [name, this.fallback, defaultTimeZone].find(isTimeZone) ?? defaultTimeZone
    return localMs - zoneOffsetMinutes(localMs, ianaName) * MINUTE_MS
  }

  #onsetsOf(zone: string): Onset[] | undefined {
    const cached = this.#onsets.get(zone)
    const observances = this.#observances.get(zone)
    if (cached || !observances) return cached
    const onsets: Onset[] = []
    for (const observance of observances) {
      for (const at of this.#startsOf(observance)) {
        // Without steps left, the calendar is rejected as one that takes too long to compute.
        if (this.#onsetsLeft-- <= 0) this.#steps.left = 0
        if (this.#steps.left <= 0) break
        onsets.push({ at, offsetMs: observance.offsetTo })
      }
    }
    onsets.sort((a, b) => a.at - b.at)
    this.#onsets.set(zone, onsets)
    return onsets
  }

  *#startsOf({ start, rule, more }: Observance): Generator<number> {
    if (rule) yield* occurrences(rule, start, rule.until?.localMs ?? untilMs, this.#steps)
    else yield start
    yield* more
  }
}

/** How many onsets, which are in order, there are until a time. */
function countUntil(onsets: readonly Onset[], localMs: number): number {
  let [from, to] = [0, onsets.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((onsets[middle]?.at ?? 0) <= localMs) from = middle + 1
    else to = middle
  }
  return from
}

/** Some programs write `/mozilla.org/20050126_1/Europe/Paris`, or the summer name of a zone. */
function plainName(zone: string): string {
  return zone === 'CEST' ? 'CET' : zone.replace(/^\/[^/]*\/(?:[\d_]+\/)?/, '')
}

function observancesOf(lines: readonly ContentLine[]): Observance[] {
  const observances: Observance[] = []
  let current: ContentLine[] = []
  for (const line of lines) {
    const isClock = line.value === 'STANDARD' || line.value === 'DAYLIGHT'
    if (line.name === 'BEGIN' && isClock) current = []
    else if (line.name === 'END' && isClock) observances.push(...observanceOf(current))
    else current.push(line)
  }
  return observances
}

function observanceOf(lines: readonly ContentLine[]): Observance[] {
  const value = (property: string) => lines.find(({ name }) => name === property)?.value
  const start = parseTime(value('DTSTART') ?? '')
  const offsetTo = parseOffset(value('TZOFFSETTO') ?? '')
  if (!start || offsetTo === undefined) return []
  const more = lines.filter(({ name }) => name === 'RDATE').flatMap((line) => parseTime(line.value)?.localMs ?? [])
  return [{ start: start.localMs, offsetTo, rule: parseRule(value('RRULE') ?? ''), more }]
}
