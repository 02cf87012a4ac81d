/** `openCalendar`, `calendarToCsv`: an iCalendar file as the CSV text that the analysis reads. */
import { problem, type StoredProblem } from '../../errors'
import { limits } from '../../limits'
import { defaultTimeZone } from '../../schema/dates/zone'
import { componentsOf } from './components'
import type { ContentLine } from './content-line'
import { type CalendarFinding, calendarColumns, instantOf, replacedBy, rowsOfEvent, rowsOfFreeBusy } from './events'
import type { Steps } from './recur'
import { Zones } from './zones'

/** Time zone and properties of a calendar. */
export type CalendarFacts = { timeZone: string; properties: Record<string, string> }
type Calendar = {
  facts: CalendarFacts
  zones: Zones
  replaced: Map<string, Set<number>>
  steps: Steps
}

/** First pass over a calendar: time zones, properties and exceptions, which its events depend on. @throws `file-record-too-long`, `calendar-too-large` */
export async function openCalendar(texts: AsyncIterable<string>): Promise<Calendar> {
  const properties = new Map<string, string>()
  const definitions: ContentLine[][] = []
  const exceptions = []
  let zoneLines = 0
  for await (const components of componentsOf(texts)) {
    for (const component of components) {
      const { kind, lines } = component
      const [first] = lines
      if (kind === 'VTIMEZONE' && definitions.length < limits.calendars.maxZones) {
        zoneLines += lines.length
        if (zoneLines > limits.calendars.maxZoneLines) throw tooLarge()
        definitions.push(lines)
      } else if (kind === 'VCALENDAR' && first && properties.size < limits.calendars.maxProperties) {
        properties.set(first.name, first.value.slice(0, limits.attachments.maxPropertyChars))
      } else if (kind === 'VEVENT' && lines.some(({ name }) => name === 'RECURRENCE-ID')) {
        if (exceptions.length >= limits.calendars.maxExceptions) throw tooLarge()
        exceptions.push(replacedBy(component))
      }
    }
  }
  const steps = { left: limits.calendars.maxSteps }
  const named = definitions[0]?.find(({ name }) => name === 'TZID')?.value ?? properties.get('X-WR-TIMEZONE')
  const zones = new Zones(definitions, named ?? defaultTimeZone, steps)
  const replaced = new Map<string, Set<number>>()
  for (const exception of exceptions) {
    if (!exception) continue
    const { id, at } = exception
    replaced.set(id, (replaced.get(id) ?? new Set()).add(instantOf(at, zones)))
  }
  const facts = { timeZone: zones.fallback, properties: Object.fromEntries(properties) }
  return { facts, zones, replaced, steps }
}

/**
 * Yields the table in pieces, after a byte order mark; a piece may be empty, so that the caller can yield to other work.
 *
 * @param warnings receives the problems that did not stop the conversion
 * @throws `calendar-too-large`, `file-record-too-long`
 */
export async function* calendarToCsv(
  calendar: Calendar,
  texts: AsyncIterable<string>,
  warnings: StoredProblem[],
): AsyncGenerator<string> {
  const findings = new Map<CalendarFinding, number>()
  let rows = 0
  const report = (finding: CalendarFinding) => findings.set(finding, (findings.get(finding) ?? 0) + 1)
  const context = { ...calendar, report }
  let text = `\ufeff${lineOf(calendarColumns)}`
  for await (const components of componentsOf(texts)) {
    for (const component of components) {
      const read = { VEVENT: rowsOfEvent, VFREEBUSY: rowsOfFreeBusy }[component.kind]
      if (!read) continue
      if (component.isTruncated) warnings.push({ code: 'calendar-truncated', params: {} })
      for (const row of read(component, context)) {
        if (++rows > limits.workbooks.maxRows) throw tooLarge()
        text += lineOf(calendarColumns.map((name) => row[name] ?? ''))
        if (text.length < limits.files.chunkBytes) continue
        yield text
        text = ''
      }
      if (calendar.steps.left <= 0) throw tooLarge()
    }
    yield text
    text = ''
  }
  const { maxOccurrences: max } = limits.calendars
  for (const [code, count] of findings) warnings.push({ code, params: { count, max } })
  const { unknown, fallback } = calendar.zones
  if (unknown.size > 0) {
    warnings.push({ code: 'calendar-zones-unknown', params: { zones: [...unknown].join(', '), zone: fallback } })
  }
}

function tooLarge(): Error {
  return problem('calendar-too-large', { max: limits.workbooks.maxRows })
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map((cell) => (cell === '' ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')}\n`
}
