/** `SheetTable`: the rows of a sheet as the CSV text that the analysis reads. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { csvCell } from '../csv/write-row'
import type { ColumnFormats } from './column-formats'
import { hasTime, isSheetDate, isSheetPercent, type SheetCell, type SheetRow, shownPercent } from './row'

/** The position of the table in the sheet, 1-based; detected when absent. */
export type TableStart = { headerLine?: number | undefined; startColumn?: number | undefined }

/** Cells in columns without header: how many, and the row of the first, 1-based. */
export type CellsBeyond = { count: number; row: number }

export class SheetTable {
  readonly #place: TableStart
  readonly #formats: ColumnFormats
  #columns: { from: number; to: number } | undefined
  #headerLine: number | undefined
  #beyond: CellsBeyond | undefined

  constructor(place: TableStart, formats: ColumnFormats) {
    this.#place = place
    this.#formats = formats
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
      const from = headerStart({ number, cells }, this.#place)
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
        line += csvCell(this.#text(cell, at))
      }
      if (at < to - 1) line += ','
    }
    return isFilled ? `${line}\n` : ''
  }

  /** The positions of the columns of percentages in the lines, from 0. */
  get percents(): number[] {
    const { from, to } = this.#columns ?? { from: 0, to: 0 }
    return this.#formats.percents.filter((at) => at >= from && at < to).map((at) => at - from)
  }

  #text(cell: SheetCell, column: number): string {
    if (isSheetDate(cell)) return this.#dateText(cell.ms, column)
    if (!isSheetPercent(cell)) return cell
    return this.#formats.isPercent(column) ? shownPercent(cell) : String(cell.percent)
  }

  #countBeyond(row: number): void {
    this.#beyond = { count: (this.#beyond?.count ?? 0) + 1, row: this.#beyond?.row ?? row }
  }

  /** Writes days without time in columns where no date has a time, or where none was expected. */
  #dateText(ms: number, column: number): string {
    const date = new Date(ms)
    if (Number.isNaN(date.getTime())) return ''
    return this.#formats.isTimed(column) || hasTime({ ms }) ? date.toISOString() : date.toISOString().slice(0, 10)
  }
}

/** The first column of the header, from 0, in the row that is the header; -1 in rows above it. */
export function headerStart({ number, cells }: SheetRow, { headerLine = 1, startColumn = 1 }: TableStart): number {
  return number < headerLine ? -1 : cells.findIndex((cell, at) => cell !== undefined && at + 1 >= startColumn)
}
