import { afterEdit, type Extent } from '../selecting/keys'
import type { CellPosition, Leave } from '../selecting/selection'

/** A row that is filled with Tab: Enter at its end goes to the next row, below the cell where it began, as in a spreadsheet. */
export class TabRun {
  #start = 0
  #reached: CellPosition | undefined

  /** Follows a move. @param to the cell that Tab reaches; undefined for another key */
  follow(from: CellPosition, to: CellPosition | undefined): void {
    this.#start = this.#startOf(from)
    this.#reached = to
  }

  /** The cell after an edit; undefined when it is the same. */
  afterEdit(from: CellPosition, leave: Leave, extent: Omit<Extent, 'page'>): CellPosition | undefined {
    const to = afterEdit(from, leave, extent)
    const start = this.#startOf(from)
    this.follow(from, leave === 'next' ? to : undefined)
    return to && leave === 'down' ? { row: to.row, column: start } : to
  }

  /** The column where the run began; the column of the cell itself where Tab did not lead to it. */
  #startOf({ row, column }: CellPosition): number {
    return this.#reached?.row === row && this.#reached.column === column ? this.#start : column
  }
}
