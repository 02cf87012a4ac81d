/** The events of a calendar as rows, recurrences expanded (RFC 5545, section 3.6.1). Pure. */
import { limits } from '../../limits'
import { DAY_MS } from '../../limits/units'
import type { Component } from './components'
import { type ContentLine, unescapedText } from './content-line'
import { occurrences, type Steps } from './recur'
import { parseRule } from './rule'
import { type LocalTime, parseDuration, parseTime } from './time'
import type { Zones } from './zones'

/** In the order of the table. */
export const calendarColumns = [
  ...(['DTSTART', 'DTEND', 'SUMMARY', 'LOCATION', 'CATEGORIES', 'STATUS', 'DESCRIPTION', 'TRANSP'] as const),
  ...(['SEQUENCE', 'GEO', 'URL'] as const),
] as const
type CalendarRow = Partial<Record<(typeof calendarColumns)[number], string>>

const texts = calendarColumns.slice(2)

/** A clock time, and the zone of that clock. */
type ZonedTime = LocalTime & { zone: string | undefined }

/** Why a part of an event is not in its rows: an invalid rule, occurrences beyond the maximum, an invalid date. */
export type CalendarFinding = 'calendar-rules-unread' | 'calendar-occurrences-cut' | 'calendar-dates-unread'

/** The state of the file that the expansion of an event needs. */
type ExpansionContext = {
  zones: Zones
  /** Instants of occurrences that have a component of their own, by the UID of their event. */
  replaced: ReadonlyMap<string, ReadonlySet<number>>
  steps: Steps
  report: (finding: CalendarFinding) => void
}

/** The occurrence that a component with a RECURRENCE-ID replaces. */
export function replacedBy({ lines }: Component): { id: string; at: ZonedTime } | undefined {
  const [id, at] = [lineOf(lines, 'UID')?.value, timeOf(lineOf(lines, 'RECURRENCE-ID'))]
  return id !== undefined && at ? { id, at } : undefined
}

/** One row per occurrence of the event. */
export function* rowsOfEvent({ lines }: Component, context: ExpansionContext): Generator<CalendarRow> {
  const { zones } = context
  const described = describedBy(lines)
  const startLine = lineOf(lines, 'DTSTART')
  const start = timeOf(startLine)
  if (!start) {
    if (startLine) context.report('calendar-dates-unread')
    yield described
    return
  }
  const end = endOf(lines, start, context)
  const excluded = excludedInstants(lines, context)
  let count = 0
  for (const at of startsOf(lines, start, context)) {
    const now = instantOf({ ...start, localMs: at }, zones)
    if (excluded.has(now)) continue
    if (count++ >= limits.calendars.maxOccurrences) {
      context.report('calendar-occurrences-cut')
      return
    }
    const until = instantOf({ ...end, localMs: end.localMs + at - start.localMs }, zones)
    yield { DTSTART: isoOf(now), DTEND: isoOf(until), ...described }
  }
}

/** One row per busy or free period. */
export function* rowsOfFreeBusy({ lines }: Component, { zones }: ExpansionContext): Generator<CalendarRow> {
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

/** Local start times of an event: the first one, those of RDATE, and those of its rules. */
function* startsOf(lines: readonly ContentLine[], start: ZonedTime, context: ExpansionContext): Generator<number> {
  const { steps, report } = context
  const listed = lines
    .filter(({ name }) => name === 'RDATE')
    .flatMap((line) =>
      line.value.split(',').flatMap((value) => timeOf({ ...line, value: value.split('/')[0] ?? '' }) ?? []),
    )
    .map((time) => clockOf(time, start, context.zones))
  const seen = new Set([start.localMs, ...listed])
  yield* seen
  for (const { value } of lines.filter(({ name }) => name === 'RRULE')) {
    const rule = parseRule(value)
    if (!rule) {
      report('calendar-rules-unread')
      continue
    }
    // COUNT includes the first occurrence, even if the rule does not generate it (RFC 5545, section 3.8.5.3).
    let left = (rule.count ?? Number.POSITIVE_INFINITY) - 1
    const untilMs = rule.until ? lastClock(rule.until, start, context.zones) : Number.POSITIVE_INFINITY
    for (const at of occurrences(rule, start.localMs, Math.min(untilMs, limits.calendars.lastMs), steps)) {
      if (at === start.localMs) continue
      if (left-- <= 0) break
      if (!seen.has(at)) yield at
    }
  }
}

/** The end of a rule, in the local time of its event. */
function lastClock(until: LocalTime, start: ZonedTime, zones: Zones): number {
  if (start.isDay) return Math.floor(until.localMs / DAY_MS) * DAY_MS
  if (until.isDay) return until.localMs + DAY_MS - 1
  return clockOf({ ...until, zone: start.zone }, start, zones)
}

/** Converts a time to the time zone of `start`. */
function clockOf(time: ZonedTime, start: ZonedTime, zones: Zones): number {
  if (time.isDay || start.isDay || (time.isUtc === start.isUtc && time.zone === start.zone)) return time.localMs
  const instant = instantOf(time, zones)
  // The offset depends on the result: two iterations are exact except in the hour that a clock skips.
  const guess = instant + (start.localMs - instantOf(start, zones))
  return guess + (instant - instantOf({ ...start, localMs: guess }, zones))
}

/** Instants of EXDATE, and of occurrences that have a component of their own. */
function excludedInstants(lines: readonly ContentLine[], { zones, replaced }: ExpansionContext): ReadonlySet<number> {
  const exceptions = lines
    .filter(({ name }) => name === 'EXDATE')
    .flatMap((line) => line.value.split(',').flatMap((value) => timeOf({ ...line, value }) ?? []))
    .map((time) => instantOf(time, zones))
  const isReplacement = lineOf(lines, 'RECURRENCE-ID') !== undefined
  const others = isReplacement ? undefined : replaced.get(lineOf(lines, 'UID')?.value ?? '')
  return new Set([...exceptions, ...(others ?? [])])
}

/** An all-day event without an end lasts one day; a written end is moved by a day. */
function endOf(lines: readonly ContentLine[], start: ZonedTime, { report }: ExpansionContext): ZonedTime {
  const line = lineOf(lines, 'DTEND')
  const end = timeOf(line)
  if (line && !end) report('calendar-dates-unread')
  if (end) return end.isDay ? { ...end, localMs: end.localMs + DAY_MS } : end
  const duration = parseDuration(lineOf(lines, 'DURATION')?.value ?? '')
  return { ...start, localMs: start.localMs + (duration ?? (start.isDay ? DAY_MS : 0)) }
}

function describedBy(lines: readonly ContentLine[]): CalendarRow {
  return Object.fromEntries(
    texts.flatMap((name) => {
      const values = lines.filter((line) => line.name === name).map(({ value }) => unescapedText(value))
      return values.length > 0 ? [[name, values.join(',')]] : []
    }),
  )
}

function timeOf(line: ContentLine | undefined): ZonedTime | undefined {
  const time = line && parseTime(line.value)
  return time && { ...time, zone: line.params.get('TZID') }
}

export function instantOf(time: ZonedTime, zones: Zones): number {
  return time.isUtc ? time.localMs : zones.instant(time.localMs, time.zone)
}

function lineOf(lines: readonly ContentLine[], property: string): ContentLine | undefined {
  return lines.find(({ name }) => name === property)
}

function isoOf(instant: number): string {
  return new Date(instant).toISOString()
}
