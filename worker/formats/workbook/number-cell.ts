import type { FormatKind } from './read-number-format'
import { dateOfSerial, epoch1900, type SheetCell, timeText } from './row'

/** 1970-01-01 as a number of days from 1904-01-01. */
const epoch1904 = 24_107

/**
 * Days from which a number with a format of times is a date whose time alone is shown (`hh:mm` of a date and time). Fewer days are a sum
 * of hours.
 */
const firstShownDay = 366

/** 9999-12-31, the last day of Excel, as a number of days from 1899-12-30. */
const lastDay = 2_958_465

/**
 * Converts a number of Excel to a cell, according to its number format. Numbers past 9999-12-31 stay numbers.
 *
 * @param from1904 days are counted from 1904 instead of 1900
 */
export function numberCell(number: number, kind: FormatKind, from1904: boolean): SheetCell {
  if (typeof kind === 'number')
    return Number.isInteger(number) && number >= 0 ? String(number).padStart(kind, '0') : String(number)
  if (kind === 'percent') return { percent: number }
  if (kind === 'number' || Math.abs(number) >= lastDay + 1) return String(number)
  if (kind === 'duration' || (kind === 'time' && Math.abs(number) < firstShownDay)) return timeText(number)
  // Excel has a 29 February 1900: in its 1900 calendar, earlier day numbers are off by one.
  const leap = !from1904 && number > 0 && number < 60 ? 1 : 0
  return dateOfSerial(number + leap, from1904 ? epoch1904 : epoch1900)
}
