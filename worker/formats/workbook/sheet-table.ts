/** `SheetTable`: the rows of a sheet as the CSV text that the analysis reads. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { csvCell } from '../csv/write-row'
import { hasTime, isSheetDate, type SheetCell, type SheetRow } from './row'

/** The position of the table in the sheet, 1-based; detected when absent. */
export type TableStart = { headerLine?: number | undefined; startColumn?: number | undefined }

/** Cells in columns without header: how many, and the row of the first, 1-based. */
export type CellsBeyond = { count: number; row: number }

export class SheetTable {
  readonly #place: TableStart
  readonly #timed: ReadonlySet<number>
  #columns: { from: number; to: number } | undefined
  #headerLine: number | undefined
  #beyond: CellsBeyond | undefined

  /** @param timed columns in which a date has a time (`noteTimes`) */
  constructor(place: TableStart, timed: ReadonlySet<number>) {
    this.#place = place
    this.#timed = timed
  }

  /** The row of the header, 1-based; undefined until it is read. */
  get headerLine(): number | undefined {
    return this.#headerLine
  }

  /** Cells below the header that are in none of its columns; undefined without any. */
  get beyond(): CellsBeyond | undefined {
    return this.#beyond
  }

  /** The row as a line of CSV; '' for an empty row. @throws `file-too-many-columns` */
  line({ number, cells }: SheetRow): string {
    if (!this.#columns) {
      if (number < (this.#place.headerLine ?? 1)) return ''
      const from = cells.findIndex((cell, at) => cell !== undefined && at + 1 >= (this.#place.startColumn ?? 1))
      if (from < 0) return ''
      const { maxColumns } = limits.files
      const columns = cells.length > maxColumns + 1 ? cells.length : cells.length - from
      if (columns > maxColumns) throw problem('file-too-many-columns', { columns, max: maxColumns })
      this.#headerLine = number
      this.#columns = { from: this.#place.startColumn ? this.#place.startColumn - 1 : from, to: cells.length }
    }
    const { from, to } = this.#columns
    for (const [at, cell] of cells.entries())
      if ((at < from || at >= to) && cell !== undefined) this.#countBeyond(number)
    let line = ''
    let isFilled = false
    for (let at = from; at < to; at++) {
      const cell = cells[at]
      if (cell !== undefined) {
        isFilled = true
        line += csvCell(isSheetDate(cell) ? this.#dateText(cell.ms, at) : cell)
      }
      if (at < to - 1) line += ','
    }
    return isFilled ? `${line}\n` : ''
  }

  #countBeyond(row: number): void {
    this.#beyond = { count: (this.#beyond?.count ?? 0) + 1, row: this.#beyond?.row ?? row }
  }

  /** Writes days without time in columns where no date has a time, or where none was expected. */
  #dateText(ms: number, column: number): string {
    const date = new Date(ms)
    if (Number.isNaN(date.getTime())) return ''
    return this.#timed.has(column) || hasTime({ ms }) ? date.toISOString() : date.toISOString().slice(0, 10)
  }
}

/** Notes the columns in which a date has a time. */
export function noteTimes({ cells }: SheetRow, timed: Set<number>): void {
  for (const [column, cell] of cells.entries()) if (isTimed(cell)) timed.add(column)
}

function isTimed(cell: SheetCell | undefined): boolean {
  return isSheetDate(cell) && hasTime(cell)
}
