/**
 * `typedDate`: a date as people type or paste it in a page, also with what it leaves to the reader: `14/07` is of this year,
 * `14 juil. 26` of 2026. Pure.
 */
import { daysOf, isCalendarDay, isoDate } from './calendar'
import { fullYear, readTemporal, temporalKinds } from './detected-dates'
import { type DateOrder, dayFirst, storedDate, storedMonthFirst } from './stored-date'
import { monthNamed, withoutWeekday } from './written-date'

const clock = '(?<clock>(?:,? |T).*)?$'
const numeric = new RegExp(String.raw`^(?<one>\d{1,2})(?<mark>[/.-])(?<other>\d{1,2})(?![\d/.:-])${clock}`, 'u')
const yearPart = String.raw`(?:,?[ -](?<year>\d{4}|\d{2})(?![\d:h]))?`
const dayBeforeMonth = new RegExp(
  String.raw`^(?<day>\d{1,2})(?:er|st|nd|rd|th)?[ -]?(?<month>\p{L}+)\.?${yearPart}${clock}`,
  'u',
)
const monthBeforeDay = new RegExp(
  String.raw`^(?<month>\p{L}+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?![\d:h])${yearPart}${clock}`,
  'u',
)

/**
 * @param thisYear that of a date without one; undefined: such a text stays as it is
 * @returns a text that `storedDate` reads; the text as it is where nothing of it is left to the reader
 */
export function completeDate(text: string, thisYear: number | undefined): string {
  const plain = withoutWeekday(text.trim().replace(/\s+/g, ' ')).toLowerCase()
  const short = numeric.exec(plain)?.groups
  if (short && thisYear !== undefined) return [short.one, short.other, thisYear].join(short.mark) + (short.clock ?? '')
  const named = (dayBeforeMonth.exec(plain) ?? monthBeforeDay.exec(plain))?.groups
  const month = monthNamed(named?.month ?? '')
  if (!named || month === undefined) return text
  const { year = thisYear } = named
  if (year === undefined) return text
  const [y, day] = [String(year).length === 2 ? fullYear(Number(year)) : Number(year), Number(named.day)]
  if (!isCalendarDay(y, month, day)) return text
  const time = (named.clock ?? '').replace(/^[, T]+/, '').replace(/^(?:à|at) /, '')
  return isoDate(daysOf(y, month, day)) + (time && ` ${time}`)
}

/**
 * A date as it is stored; the text as it was typed where it is none.
 *
 * @param order `asExists`: months first in the dates that exist so, days first in the others
 */
export function typedDate(
  format: 'date' | 'date-time',
  text: string,
  { order, thisYear }: { order: DateOrder | 'asExists'; thisYear: number | undefined },
): string {
  const whole = completeDate(text, thisYear)
  const read = order === 'asExists' ? dayFirst(whole) : whole
  const stored = order === 'monthFirst' ? storedMonthFirst(format, read) : storedDate(format, read)
  return isOfFormat(format, stored) ? stored : text
}

/** Whether a text is a date, or a time, in a notation that is stored. */
export function isOfFormat(format: 'date' | 'date-time', text: string): boolean {
  const kind = temporalKinds.find(({ bit }) => bit === readTemporal(text, { number: Number.NaN }))
  return kind?.format === format
}
