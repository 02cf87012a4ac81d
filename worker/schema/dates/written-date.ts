/**
 * `writtenDate`: a date with the name of its month, in English or French, also after that of its weekday: `15 mars 2024`,
 * `March 15, 2024`, `mardi 3 septembre 2024`. Pure.
 */
import { foldAccents } from '../fold-accents'
import { daysOf, isCalendarDay, isoDate } from './calendar'

const dayFirst = /^(?<day>\d{1,2})(?:er|st|nd|rd|th)? (?<month>\p{L}+)\.? (?<year>\d{4})$/u
const monthFirst = /^(?<month>\p{L}+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/u

/** The months of a year by their names and abbreviations, without accents. */
const months: ReadonlyMap<string, number> = new Map(
  ['en', 'fr'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => {
      const names = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
      return Array.from({ length: 12 }, (_, at): [string, number] => [
        foldAccents(names.format(Date.UTC(2024, at, 1))).replace('.', ''),
        at,
      ])
    }),
  ),
)

const weekdays: ReadonlySet<string> = new Set(
  ['en', 'fr'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((weekday) => {
      const names = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
      return Array.from({ length: 7 }, (_, at) =>
        names
          .format(Date.UTC(2024, 0, at + 1))
          .toLowerCase()
          .replace('.', ''),
      )
    }),
  ),
)

/** The date after the name of a weekday. */
export function withoutWeekday(text: string): string {
  const [whole = '', name = ''] = /^(\p{L}+)\.?,? /u.exec(text) ?? []
  return weekdays.has(name.toLowerCase()) ? text.slice(whole.length) : text
}

/** The month of a name or an abbreviation, 1 to 12; undefined for any other text. */
export function monthNamed(name: string): number | undefined {
  const at = months.get(foldAccents(name.toLowerCase()))
  return at === undefined ? undefined : at + 1
}

/** @returns `YYYY-MM-DD`; undefined for any other text, and for a day that the month does not have */
export function writtenDate(text: string): string | undefined {
  const plain = withoutWeekday(text.trim().replace(/\s+/g, ' ')).toLowerCase()
  const { day, month, year } = (dayFirst.exec(plain) ?? monthFirst.exec(plain))?.groups ?? {}
  const number = monthNamed(month ?? '')
  if (number === undefined || !isCalendarDay(Number(year), number, Number(day))) return undefined
  return isoDate(daysOf(Number(year), number, Number(day)))
}

/** The notation of dates with the names of months that most values of a column have; undefined where none has. */
export function writtenNotation(values: Iterable<readonly [string, number]>): string | undefined {
  const cells = { 'D MMMM YYYY': 0, 'MMMM D, YYYY': 0 }
  for (const [text, count] of values) {
    if (writtenDate(text) !== undefined)
      cells[/^\d/.test(withoutWeekday(text.trim())) ? 'D MMMM YYYY' : 'MMMM D, YYYY'] += count
  }
  if (cells['D MMMM YYYY'] + cells['MMMM D, YYYY'] === 0) return undefined
  return cells['D MMMM YYYY'] >= cells['MMMM D, YYYY'] ? 'D MMMM YYYY' : 'MMMM D, YYYY'
}
