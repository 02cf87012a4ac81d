/** `SheetTable`: the rows of a sheet as the CSV text that the analysis reads. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { joinHeaderRows } from '../csv/join-header-rows'
import { csvCell } from '../csv/write-row'
import type { ColumnFormats } from './detect-column-formats'
import type { MergedCells } from './merged-cells'
import { hasTime, isSheetDate, isSheetPercent, type SheetCell, type SheetRow, shownPercent } from './row'

/** The position of the table in the sheet, 1-based and detected when absent, and the rows of its header. */
export type TableStart = {
  headerLine?: number | undefined
  headerRows?: number | undefined
  startColumn?: number | undefined
}

/** Cells in columns without header: how many, and the row of the first, 1-based. */
export type CellsBeyond = { count: number; row: number }

/** Cells below the header that are merged over several rows: how many, and the row of the first, 1-based. */
export type MergedBelow = { count: number; row: number }

export class SheetTable {
  readonly #header: SheetHeader
  readonly #formats: ColumnFormats
  #columns: { from: number; to: number } | undefined
  #names: readonly (string | undefined)[] = []
  #beyond: CellsBeyond | undefined

  constructor(place: TableStart, formats: ColumnFormats) {
    this.#header = new SheetHeader(place)
    this.#formats = formats
  }

  /** The first row of the header, 1-based; undefined until the header is read. */
  get headerLine(): number | undefined {
    return this.#columns && this.#header.rows[0]?.number
  }

  /** Cells below the header that are in none of its columns; undefined without any. */
  get beyond(): CellsBeyond | undefined {
    return this.#beyond
  }

  /** The merged cells of the columns, once the header is read; undefined without any. */
  mergedBelow(merged: readonly MergedCells[]): MergedBelow | undefined {
    const { from, to } = this.#columns ?? { from: 0, to: 0 }
    const last = this.#header.rows.at(-1)?.number ?? 0
    const below = merged.filter((cells) => cells.from > last && cells.column >= from && cells.column < to)
    const row = below.reduce((first, cells) => Math.min(first, cells.from), Number.POSITIVE_INFINITY)
    return below.length > 0 ? { count: below.length, row } : undefined
  }

  /** The row as a line of CSV; '' for an empty row. @throws `file-too-many-columns` */
  line({ number, cells }: SheetRow): string {
    if (!this.#columns) {
      if (!this.#header.takes({ number, cells }) || !this.#header.isComplete) return ''
      return this.#headerText()
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

  /** @throws `file-too-many-columns` */
  #headerText(): string {
    const { rows, from, to } = this.#header
    const { maxColumns } = limits.files
    const columns = to > maxColumns + 1 ? to : to - from
    if (columns > maxColumns) throw problem('file-too-many-columns', { columns, max: maxColumns })
    this.#columns = { from, to }
    const texts = rows.map(({ cells }) => cells.map((cell, at) => cell && this.#text(cell, at)))
    this.#names = texts.length > 1 ? joinHeaderRows(texts) : (texts[0] ?? [])
    return `${Array.from({ length: to - from }, (_, at) => csvCell(this.#names[from + at] ?? '')).join(',')}\n`
  }

  /** The positions of the columns of percentages in the lines, from 0. */
  get percents(): number[] {
    const { from, to } = this.#columns ?? { from: 0, to: 0 }
    return this.#formats.percents.filter((at) => at >= from && at < to).map((at) => at - from)
  }

  /** The headers of the columns that have percentages and other numbers. */
  get mixed(): string[] {
    const { from, to } = this.#columns ?? { from: 0, to: 0 }
    return this.#formats.mixed.flatMap((at) => (at >= from && at < to ? (this.#names[at] ?? []) : []))
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

/** The rows of the header of a sheet. */
export class SheetHeader {
  readonly rows: SheetRow[] = []
  readonly #place: TableStart

  constructor(place: TableStart) {
    this.#place = place
  }

  get isComplete(): boolean {
    return this.rows.length >= (this.#place.headerRows ?? 1)
  }

  /** Whether a row is above the table or in its header, and not below. */
  takes(row: SheetRow): boolean {
    if (this.isComplete) return false
    if (row.number >= (this.#place.headerLine ?? 1) && this.#start(row) >= 0) this.rows.push(row)
    return true
  }

  /** The first column, from 0. */
  get from(): number {
    const { startColumn } = this.#place
    return startColumn ? startColumn - 1 : Math.min(...this.rows.map((row) => this.#start(row)))
  }

  /** The column after the last one, from 0. */
  get to(): number {
    return Math.max(...this.rows.map(({ cells }) => cells.length))
  }

  #start({ cells }: SheetRow): number {
    return cells.findIndex((cell, at) => cell !== undefined && at + 1 >= (this.#place.startColumn ?? 1))
  }
}
