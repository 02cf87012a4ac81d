/** `writtenDate`: a date with the name of its month, in English or French: `15 mars 2024`, `March 15, 2024`. Pure. */
import { DAY_MS } from '../../limits/units'
import { foldAccents } from '../fold-accents'
import { isoDate } from './calendar'

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

/** @returns `YYYY-MM-DD`; undefined for any other text, and for a day that the month does not have */
export function writtenDate(text: string): string | undefined {
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const { day, month, year } = (dayFirst.exec(plain) ?? monthFirst.exec(plain))?.groups ?? {}
  const at = months.get(foldAccents(month ?? ''))
  if (at === undefined) return undefined
  const ms = Date.UTC(Number(year), at, Number(day))
  return new Date(ms).getUTCMonth() === at ? isoDate(ms / DAY_MS) : undefined
}
