/** The events of a calendar as rows, recurrences expanded (contract datasets §4.3; RFC 5545 §3.6.1). Pure. */
import { limits } from '../../limits'
import { dayMs } from '../../schema/calendar'
import type { Component } from './components'
import { type ContentLine, textOf } from './content-line'
import { occurrences, type Steps } from './recur'
import { parseRule } from './rule'
import { type LocalTime, parseDuration, parseTime } from './time'
import type { Zones } from './zones'

/** In the order of the table. */
export const calendarColumns = [
  ...(['DTSTART', 'DTEND', 'SUMMARY', 'LOCATION', 'CATEGORIES', 'STATUS', 'DESCRIPTION', 'TRANSP'] as const),
  ...(['SEQUENCE', 'GEO', 'URL'] as const),
] as const
export type CalendarRow = Partial<Record<(typeof calendarColumns)[number], string>>

const texts = calendarColumns.slice(2)

/** A clock time, and the zone of that clock. */
type ZonedTime = LocalTime & { zone: string | undefined }

/** What the rest of the file tells of an event. */
export type Around = {
  zones: Zones
  /** Instants of events that are described apart, by the id of the event. */
  replaced: ReadonlyMap<string, ReadonlySet<number>>
  steps: Steps
  onBadRule: () => void
}

/** The occurrence that a component describes apart from the others of its event. */
export function replacedBy({ lines }: Component, zones: Zones): { id: string; at: number } | undefined {
  const [id, at] = [lineOf(lines, 'UID')?.value, timeOf(lineOf(lines, 'RECURRENCE-ID'))]
  return id !== undefined && at ? { id, at: instantOf(at, zones) } : undefined
}

/** One row for each time that the event happens. */
export function* rowsOfEvent({ lines }: Component, around: Around): Generator<CalendarRow> {
  const { zones } = around
  const described = describedBy(lines)
  const start = timeOf(lineOf(lines, 'DTSTART'))
  if (!start) {
    yield described
    return
  }
  const end = endOf(lines, start)
  const without = apart(lines, around)
  let count = 0
  for (const at of startsOf(lines, start, around)) {
    const now = instantOf({ ...start, localMs: at }, zones)
    if (without.has(now)) continue
    const until = instantOf({ ...end, localMs: end.localMs + at - start.localMs }, zones)
    yield { DTSTART: isoOf(now), DTEND: isoOf(until), ...described }
    if (++count >= limits.calendars.maxOccurrences) return
  }
}

/** One row for each busy or free time. */
export function* rowsOfFreeBusy({ lines }: Component, { zones }: Around): Generator<CalendarRow> {
  const described = describedBy(lines)
  for (const line of lines.filter(({ name }) => name === 'FREEBUSY')) {
    for (const period of line.value.split(',')) {
      const [from = '', to = ''] = period.split('/')
      const start = timeOf({ ...line, value: from })
      if (!start) continue
      const duration = parseDuration(to)
      const end =
        duration === undefined ? timeOf({ ...line, value: to }) : { ...start, localMs: start.localMs + duration }
      yield {
        ...described,
        DTSTART: isoOf(instantOf(start, zones)),
        DTEND: isoOf(instantOf(end ?? start, zones)),
        STATUS: line.params.get('FBTYPE') ?? 'BUSY',
      }
    }
  }
}

/** Clock times at which an event begins: its first, those of its rules, and those that it lists. */
function* startsOf(lines: readonly ContentLine[], start: ZonedTime, around: Around): Generator<number> {
  const { steps, onBadRule } = around
  const listed = lines
    .filter(({ name }) => name === 'RDATE')
    .flatMap((line) =>
      line.value.split(',').flatMap((value) => timeOf({ ...line, value: value.split('/')[0] ?? '' }) ?? []),
    )
    .map((time) => clockOf(time, start, around.zones))
  const seen = new Set([start.localMs, ...listed])
  yield* seen
  for (const { value } of lines.filter(({ name }) => name === 'RRULE')) {
    const rule = parseRule(value)
    if (!rule) {
      onBadRule()
      continue
    }
    // The first one counts, whether its rule leads to it or not (RFC 5545 §3.8.5.3).
    let left = (rule.count ?? Number.POSITIVE_INFINITY) - 1
    const untilMs = rule.until ? lastClock(rule.until, start, around.zones) : Number.POSITIVE_INFINITY
    for (const at of occurrences(rule, start.localMs, Math.min(untilMs, limits.calendars.lastMs), steps)) {
      if (at === start.localMs) continue
      if (left-- <= 0) break
      if (!seen.has(at)) yield at
    }
  }
}

/** The last clock time of a rule, on the clock of its event. */
function lastClock(until: LocalTime, start: ZonedTime, zones: Zones): number {
  if (start.isDay) return Math.floor(until.localMs / dayMs) * dayMs
  if (until.isDay) return until.localMs + dayMs - 1
  return clockOf({ ...until, zone: start.zone }, start, zones)
}

/** What the clock of `start` shows at a time that is told on another. */
function clockOf(time: ZonedTime, start: ZonedTime, zones: Zones): number {
  if (time.isDay || start.isDay || (time.isUtc === start.isUtc && time.zone === start.zone)) return time.localMs
  const instant = instantOf(time, zones)
  // The offset changes with the time: a second look is enough, but for the hour that a clock skips.
  const guess = instant + (start.localMs - instantOf(start, zones))
  return guess + (instant - instantOf({ ...start, localMs: guess }, zones))
}

/** Instants at which an event does not happen, or that are described apart. */
function apart(lines: readonly ContentLine[], { zones, replaced }: Around): ReadonlySet<number> {
  const excluded = lines
    .filter(({ name }) => name === 'EXDATE')
    .flatMap((line) => line.value.split(',').flatMap((value) => timeOf({ ...line, value }) ?? []))
    .map((time) => instantOf(time, zones))
  const isOneOfThem = lineOf(lines, 'RECURRENCE-ID') !== undefined
  const others = isOneOfThem ? undefined : replaced.get(lineOf(lines, 'UID')?.value ?? '')
  return new Set([...excluded, ...(others ?? [])])
}

/** Days without an end last one; one that is written is moved by a day (contract datasets §4.3). */
function endOf(lines: readonly ContentLine[], start: ZonedTime): ZonedTime {
  const end = timeOf(lineOf(lines, 'DTEND'))
  if (end) return end.isDay ? { ...end, localMs: end.localMs + dayMs } : end
  const duration = parseDuration(lineOf(lines, 'DURATION')?.value ?? '')
  return { ...start, localMs: start.localMs + (duration ?? (start.isDay ? dayMs : 0)) }
}

function describedBy(lines: readonly ContentLine[]): CalendarRow {
  return Object.fromEntries(
    texts.flatMap((name) => {
      const values = lines.filter((line) => line.name === name).map(({ value }) => textOf(value))
      return values.length > 0 ? [[name, values.join(',')]] : []
    }),
  )
}

function timeOf(line: ContentLine | undefined): ZonedTime | undefined {
  const time = line && parseTime(line.value)
  return time && { ...time, zone: line.params.get('TZID') }
}

function instantOf(time: ZonedTime, zones: Zones): number {
  return time.isUtc ? time.localMs : zones.instant(time.localMs, time.zone)
}

function lineOf(lines: readonly ContentLine[], wanted: string): ContentLine | undefined {
  return lines.find(({ name }) => name === wanted)
}

function isoOf(instant: number): string {
  return new Date(instant).toISOString()
}
