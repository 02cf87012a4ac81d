/** The rows that the readers of workbooks emit. */
import { DAY_MS } from '../../limits/units'

/** A date-time of a sheet, which has no time zone: milliseconds as if it were UTC. */
export type SheetDate = { ms: number }
export type SheetCell = string | SheetDate

/**
 * `number` is 1-based, as the program displays it; `times` is the number of repetitions when more than 1. Empty cells
 * are absent.
 */
export type SheetRow = { number: number; times?: number; cells: (SheetCell | undefined)[] }
export type OnSheetRow = (row: SheetRow) => void

export function isSheetDate(cell: SheetCell | undefined): cell is SheetDate {
  return typeof cell === 'object'
}

/** Whether the time of day is not midnight. */
export function hasTime({ ms }: SheetDate): boolean {
  return ms % DAY_MS !== 0
}
