/** Cells that are merged over several rows: only the first one has the value. Pure. */
import { limits } from '../../limits'
import { tooLarge } from './parts'
import type { SheetCell, SheetRow } from './row'

/** Cells of one column, from 0, in the rows `from` to `to`, from 1. */
export type MergedCells = { column: number; from: number; to: number }

/** The first and last row and column of an area, as workbooks store them: rows from 1, columns from 0. */
type Area = { from: number; to: number; left: number; right: number }

/** Adds an area of several rows of one column. Wider ones are titles and notes. @throws `workbook-too-large` */
export function addMergedCells(merged: MergedCells[], { from, to, left, right }: Area): void {
  if (left !== right || !(to > from)) return
  const { maxMergedCells } = limits.workbooks
  if (merged.length >= maxMergedCells) throw tooLarge('merged cells', maxMergedCells)
  merged.push({ column: left, from, to })
}

/** Repeats the value of merged cells in all their rows. */
export class MergedValues {
  readonly #starts = new Map<number, MergedCells[]>()
  /** By column: the value, and the last row that has it. */
  readonly #open = new Map<number, { value: SheetCell; to: number }>()

  constructor(merged: readonly MergedCells[]) {
    for (const cells of merged) this.#starts.set(cells.from, [...(this.#starts.get(cells.from) ?? []), cells])
  }

  /** Fills the empty cells of a row; a row without any value stays empty. Rows come in their order. */
  fill({ number, cells }: SheetRow): void {
    if (this.#open.size > 0 && cells.some((cell) => cell !== undefined)) {
      for (const [column, { value, to }] of this.#open) {
        if (number > to) this.#open.delete(column)
        else cells[column] ??= value
      }
    }
    for (const { column, to } of this.#starts.get(number) ?? []) {
      const value = cells[column]
      if (value !== undefined) this.#open.set(column, { value, to })
    }
  }
}
