/** The rows of the service that are loaded: the first ones, and the last ones after a jump to the end. Pure. */
import type { Row } from '../row'
import type { CellRange } from '../selecting/selection'

export class LoadedRows {
  /** Those that are missing are before the first row of the end. */
  list: Row[] = []
  /** Rows of the service that are not loaded. */
  missing = 0
  protected byId = new Map<string, Row>()

  get(id: string): Row | undefined {
    return this.byId.get(id)
  }

  /** Where rows are missing; the end of the list when none are. */
  get gapAt(): number {
    const at = this.missing > 0 ? this.list.findIndex(({ isOfEnd }) => isOfEnd) : -1
    return at < 0 ? this.list.length : at
  }

  /** The rows before those that are missing. */
  get start(): Row[] {
    return this.list.slice(0, this.gapAt)
  }

  /** The number of a row, from 1. */
  numberOf(at: number): number {
    return at + 1 + (at < this.gapAt ? 0 : this.missing)
  }

  /** Whether a range has all the loaded rows, or reaches over the missing ones. */
  spansMissing({ top, bottom }: Pick<CellRange, 'top' | 'bottom'>): boolean {
    const { missing, gapAt } = this
    return missing > 0 && top < gapAt && (bottom >= gapAt || (top === 0 && bottom === gapAt - 1))
  }

  /** Puts rows into the list. Those behind the last one are after the missing ones. */
  protected place(at: number, rows: readonly Row[]): void {
    const isOfEnd = this.missing > 0 && (at === this.list.length || at > this.gapAt)
    for (const row of rows) row.isOfEnd = isOfEnd
    this.list.splice(at, 0, ...rows)
    for (const row of rows) this.byId.set(row.id, row)
  }

  /** Drops the rows that another query has its own pages of. */
  clear(keeps: (row: Row) => boolean): void {
    this.list = this.list.filter(keeps)
    this.byId = new Map(this.list.map((row) => [row.id, row]))
    this.missing = 0
  }

  /** Puts a page of rows before or after the missing ones. @returns how many, and where */
  protected placePage(rows: readonly Row[], side: 'start' | 'end'): { at: number; count: number } {
    const end = this.list.findIndex(({ isOfEnd }) => isOfEnd)
    const at = end < 0 ? this.list.length : end
    this.place(at, rows)
    for (const row of rows) row.isOfEnd = side === 'end'
    this.missing = Math.max(0, this.missing - rows.length)
    return { at, count: rows.length }
  }
}
