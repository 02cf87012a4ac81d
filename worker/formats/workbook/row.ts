/** What the readers of workbooks give: rows of cells, by column. */

/** A moment in a sheet, which has no time zone: milliseconds as if it were UTC. */
export type SheetDate = { ms: number }
export type SheetCell = string | SheetDate

/**
 * `number` is 1-based, as the program shows it; `times` how often the row follows itself, when more than once. Cells
 * that hold nothing are absent.
 */
export type SheetRow = { number: number; times?: number; cells: (SheetCell | undefined)[] }
export type OnSheetRow = (row: SheetRow) => void

export function isSheetDate(cell: SheetCell | undefined): cell is SheetDate {
  return typeof cell === 'object'
}

const dayMs = 86_400_000

/** Whether the moment is not the beginning of a day. */
export function hasTime({ ms }: SheetDate): boolean {
  return ms % dayMs !== 0
}
