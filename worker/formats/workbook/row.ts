/** The rows that the readers of workbooks emit. */
import { DAY_MS } from '../../limits/units'
import { isCalendarDay } from '../../schema/dates/calendar'

/** A date-time of a sheet, which has no time zone: milliseconds as if it were UTC. */
type SheetDate = { ms: number }
/** A number that is shown as a percentage: 0.12 as 12 %. */
type SheetPercent = { percent: number }
export type SheetCell = string | SheetDate | SheetPercent

/**
 * `number` is 1-based, as the program displays it; `times` is the number of repetitions when more than 1. Empty cells
 * are absent.
 */
export type SheetRow = { number: number; times?: number; cells: (SheetCell | undefined)[] }
export type OnSheetRow = (row: SheetRow) => void

export function isSheetDate(cell: SheetCell | undefined): cell is SheetDate {
  return typeof cell === 'object' && 'ms' in cell
}

export function isSheetPercent(cell: SheetCell | undefined): cell is SheetPercent {
  return typeof cell === 'object' && 'percent' in cell
}

/** The number that a percentage shows, without the noise of its multiplication: 0.07 gives 7. */
export const shownPercent = ({ percent }: SheetPercent): string => String(Number((percent * 100).toPrecision(15)))

/** Whether the time of day is not midnight. */
export function hasTime({ ms }: SheetDate): boolean {
  return ms % DAY_MS !== 0
}

/** 1970-01-01 as a number of days from 1899-12-30. */
export const epoch1900 = 25_569

/** The date-time of a number of days since 1899-12-30, or since the day that is `epoch` days before 1970. */
export function dateOfSerial(days: number, epoch = epoch1900): SheetDate {
  return { ms: Math.round((days - epoch) * DAY_MS) }
}

/** The date-time of an ISO 8601 text in UTC; undefined for other texts, and for days that the calendar does not have. */
export function dateOfIso(text: string): SheetDate | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  // Date.parse reads 30 February as 1 March.
  if (year !== undefined && !isCalendarDay(Number(year), Number(month), Number(day))) return undefined
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : { ms }
}

/** Hours may exceed 24: durations have this format too. */
export function timeText(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400)
  const two = (number: number) => String(number).padStart(2, '0')
  const text = `${two(Math.floor(seconds / 3_600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return days < 0 ? `-${text}` : text
}

/** The rows of the table from `index` on, counted from 1 below the header, are those of the sheet from `row` on, counted from 1. */
export type RowBreak = [index: number, row: number]

/** The row of a sheet that a record of its text was read from. */
export function sheetRow(rowBreaks: readonly RowBreak[], record: { index: number; line: number }): number {
  const [index, row] = rowBreaks.findLast(([start]) => start <= record.index) ?? [record.index, record.line]
  return row + record.index - index
}
