/** `SheetTable`: the rows of a sheet as the CSV they are read from afterwards (contract datasets §4.1). */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { hasTime, isSheetDate, type SheetCell, type SheetRow } from './row'

/** Where the table stands in the sheet, 1-based, when it is not found by itself. */
export type TablePlace = { headerLine?: number | undefined; startColumn?: number | undefined }

export class SheetTable {
  readonly #place: TablePlace
  readonly #timed: ReadonlySet<number>
  #columns: { from: number; to: number } | undefined

  /** @param timed columns some of whose dates have a time (`timedColumns`) */
  constructor(place: TablePlace, timed: ReadonlySet<number>) {
    this.#place = place
    this.#timed = timed
  }

  /** Whether the header has been met. */
  get isFound(): boolean {
    return this.#columns !== undefined
  }

  /** The row as a line of CSV; '' for one that holds nothing. @throws `file-too-many-columns` */
  line({ number, cells }: SheetRow): string {
    if (!this.#columns) {
      if (number < (this.#place.headerLine ?? 1)) return ''
      const from = cells.findIndex((cell, at) => cell !== undefined && at + 1 >= (this.#place.startColumn ?? 1))
      if (from < 0) return ''
      if (cells.length - from > limits.files.maxColumns) {
        throw problem('file-too-many-columns', { columns: cells.length - from, max: limits.files.maxColumns })
      }
      this.#columns = { from: this.#place.startColumn ? this.#place.startColumn - 1 : from, to: cells.length }
    }
    const { from, to } = this.#columns
    let line = ''
    let isFilled = false
    for (let at = from; at < to; at++) {
      const cell = cells[at]
      if (cell !== undefined) {
        isFilled = true
        line += quoted(isSheetDate(cell) ? this.#dateText(cell.ms, at) : cell)
      }
      if (at < to - 1) line += ','
    }
    return isFilled ? `${line}\n` : ''
  }

  /** A column of days only is written as days. */
  #dateText(ms: number, column: number): string {
    const date = new Date(ms)
    if (Number.isNaN(date.getTime())) return ''
    return this.#timed.has(column) ? date.toISOString() : date.toISOString().slice(0, 10)
  }
}

/** Notes the columns in which a date has a time. */
export function noteTimes({ cells }: SheetRow, timed: Set<number>): void {
  for (const [column, cell] of cells.entries()) if (isTimed(cell)) timed.add(column)
}

function isTimed(cell: SheetCell | undefined): boolean {
  return isSheetDate(cell) && hasTime(cell)
}

function quoted(text: string): string {
  if (!/[",\n\r]/.test(text)) return text
  return `"${text.replaceAll('"', '""')}"`
}
