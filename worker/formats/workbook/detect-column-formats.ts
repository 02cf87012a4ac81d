/** `ColumnFormats`: what the cells of a column have in common, which its last row decides. */
import { hasTime, isSheetDate, isSheetPercent, type SheetRow } from './row'

export class ColumnFormats {
  readonly #timed = new Set<number>()
  readonly #percents = new Set<number>()
  readonly #numbers = new Set<number>()

  /** @param isBelowHeader names of columns may be numbers, such as years */
  add({ cells }: SheetRow, isBelowHeader: boolean): void {
    for (const [column, cell] of cells.entries()) {
      if (cell === undefined) continue
      if (isSheetDate(cell) && hasTime(cell)) this.#timed.add(column)
      if (!isBelowHeader) continue
      if (isSheetPercent(cell)) this.#percents.add(column)
      // Zero is the same in both.
      else if (isSheetDate(cell) || (isNumber(cell) && Number(cell) !== 0)) this.#numbers.add(column)
    }
  }

  /** Whether a date of a column has a time. */
  isTimed(column: number): boolean {
    return this.#timed.has(column)
  }

  /** Whether all numbers of a column are percentages; other numbers beside them would be of another scale. */
  isPercent(column: number): boolean {
    return this.#percents.has(column) && !this.#numbers.has(column)
  }

  /** The columns of percentages and other numbers, from 0: their percentages are fractions, 0.12 for 12 %. */
  get mixed(): number[] {
    return [...this.#percents].filter((column) => this.#numbers.has(column)).toSorted((one, other) => one - other)
  }

  /** The columns of percentages, from 0. */
  get percents(): number[] {
    return [...this.#percents].filter((column) => this.isPercent(column)).toSorted((one, other) => one - other)
  }
}

const isNumber = (text: string): boolean => text.trim() !== '' && !Number.isNaN(Number(text))
