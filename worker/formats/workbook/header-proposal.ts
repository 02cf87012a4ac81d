/** `HeaderProposal`: whether a sheet begins with a title, and which row below is then its header. Pure. */
import { limits } from '../../limits'
import { shortened } from '../../schema/cut-text'
import { isSheetDate, type SheetCell, type SheetRow } from './row'

/** The row of the header, 1-based, its number of columns, and the title above it. */
export type ProposedHeader = { headerLine: number; columns: number; title: string }

/**
 * Reads the first rows of a sheet with values. They begin with a title if the first has a single filled cell, and a row of several
 * different texts follows, with values below: that row is proposed as the header.
 */
export class HeaderProposal {
  #title: string | undefined
  #header: Omit<ProposedHeader, 'title'> | undefined
  #isDecided = false
  #rows = 0
  #proposed: ProposedHeader | undefined

  /** The proposal; undefined when the sheet does not begin with a title, and until enough rows are read. */
  get proposed(): ProposedHeader | undefined {
    return this.#proposed
  }

  add({ number, cells }: SheetRow): void {
    if (this.#isDecided) return
    const filled = cells.filter((cell): cell is SheetCell => cell !== undefined && cell !== '')
    const [first] = filled
    if (first === undefined) return
    if (this.#header) {
      // A header has values below it.
      this.#isDecided = true
      if (filled.length < 2) return
      const title = shortened(this.#title ?? '', limits.workbooks.maxTitleChars)
      this.#proposed = { ...this.#header, title }
      return
    }
    if (filled.length === 1) {
      this.#title ??= isText(first) ? first : undefined
      this.#isDecided = this.#title === undefined || ++this.#rows >= limits.workbooks.maxTitleRows
      return
    }
    const isHeader = filled.every(isText) && new Set(filled).size === filled.length
    this.#isDecided = this.#title === undefined || !isHeader
    if (!this.#isDecided) this.#header = { headerLine: number, columns: filled.length }
  }
}

/** Whether a cell is neither a date nor a number. */
const isText = (cell: SheetCell): cell is string => !isSheetDate(cell) && Number.isNaN(Number(cell.replace(',', '.')))
