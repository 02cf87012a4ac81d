/** `storedDate`: a date that people write, as it is stored: `31/01/2026` and `31 janvier 2026` become `2026-01-31`. Pure. */
import { DAY_MS } from '../../limits/units'
import { clockMs, daysOf, isCalendarDay, isoDate } from './calendar'
import { fullYear, readTemporal, rfc3339Bit, temporalKinds } from './detected-dates'
import { writtenDate } from './written-date'

/** @returns the text as it is where it is not such a date: rules report it */
export function storedDate(format: 'date' | 'date-time', text: string): string {
  const reading = { number: Number.NaN }
  const bit = readTemporal(text, reading)
  if (bit === rfc3339Bit) return text
  const kind = temporalKinds.find((one) => one.bit === bit)
  const ms = kind ? reading.number : lenientMs(text, format)
  if (ms === undefined || Number.isNaN(ms)) return (format === 'date' && writtenDate(text)) || text
  if (format === 'date') return !kind || kind.format === 'date' ? isoDate(Math.floor(ms / DAY_MS)) : text
  // A local time: the service adds the offset of the time zone of the column.
  return new Date(ms).toISOString().slice(0, 19)
}

/** A date with its month first, `3/31/2026`, with its day first; other texts as they are, also those without such a month. */
export function dayFirst(text: string): string {
  const date = numericDate(text)
  return date?.isMonthFirst ? date.swapped : text
}

/** `storedDate` of a column whose numeric dates have their month first: `25/04/2026` stays as it is. */
export function storedMonthFirst(format: 'date' | 'date-time', text: string): string {
  const date = numericDate(text)
  if (!date) return storedDate(format, text)
  return date.isMonthFirst ? storedDate(format, date.swapped) : text
}

/** The order of the day and the month in numeric dates. */
export type DateOrder = 'dayFirst' | 'monthFirst'

type ReadOrder = {
  order: DateOrder
  /** No date decides, and at least one is another day in the other order. */
  isAssumed: boolean
}

/**
 * The order of the dates of one column that are read at once: that of the dates that exist in one order only, or else that of
 * the reader.
 */
export function dateOrder(texts: readonly string[], ofReader: DateOrder): ReadOrder {
  const tally = new DateOrderTally()
  for (const text of texts) tally.add(text)
  return tally.order(ofReader)
}

/** `dateOrder` of dates that arrive one after the other. */
export class DateOrderTally {
  #balance = 0
  #isDecided = false
  #isAmbiguous = false

  add(text: string): void {
    const date = numericDate(text)
    if (!date) return
    const { isDayFirst, isMonthFirst, isSame } = date
    this.#balance += Number(isDayFirst) - Number(isMonthFirst)
    this.#isDecided ||= isDayFirst !== isMonthFirst
    this.#isAmbiguous ||= isDayFirst && !isSame
  }

  order(ofReader: DateOrder): ReadOrder {
    if (this.#balance !== 0) return { order: this.#balance > 0 ? 'dayFirst' : 'monthFirst', isAssumed: false }
    return { order: ofReader, isAssumed: !this.#isDecided && this.#isAmbiguous }
  }
}

const numericDatePattern = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)(.*)$/

/** In which orders a numeric date exists; `swapped` has the other order. Undefined for other notations. */
function numericDate(text: string) {
  const [, one = '', mark = '', other = '', year = '', rest = ''] = numericDatePattern.exec(text) ?? []
  if (mark === '') return undefined
  const calendarYear = year.length === 2 ? fullYear(Number(year)) : Number(year)
  return {
    isDayFirst: isCalendarDay(calendarYear, Number(other), Number(one)),
    isMonthFirst: isCalendarDay(calendarYear, Number(one), Number(other)),
    isSame: Number(one) === Number(other),
    swapped: `${other}${mark}${one}${mark}${year}${rest}`,
  }
}

const time = String.raw`(?:[T ,]\s*(\d{1,2})[:h](?:(\d{2})(?::(\d{2}))?)?)?$`
const dayBeforeMonth = new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})${time}`, 'i')
const yearFirst = new RegExp(String.raw`^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})${time}`, 'i')

/** Notations that no column of a file has: `01.03.2024`, `1/03/2024 9h05`, `2024-03-01 10:00`. Milliseconds of the local clock. */
function lenientMs(text: string, format: 'date' | 'date-time'): number | undefined {
  const [, day, , month, year = '', ...clock] = dayBeforeMonth.exec(text) ?? []
  const [, fullYearText = '', , otherMonth, otherDay, ...otherClock] = year === '' ? (yearFirst.exec(text) ?? []) : []
  const [y, m, d] = [Number(year || fullYearText), Number(month ?? otherMonth), Number(day ?? otherDay)]
  const [hours = 0, minutes = 0, seconds = 0] = [...clock, ...otherClock].map((part) => Number(part ?? 0))
  const isTimed = [...clock, ...otherClock].some((part) => part !== undefined)
  const calendarYear = year.length === 2 ? fullYear(y) : y
  if (!isCalendarDay(calendarYear, m, d) || (isTimed && format === 'date')) return undefined
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined
  return daysOf(calendarYear, m, d) * DAY_MS + clockMs(hours, minutes, seconds)
}
