/** `HeaderProposal`: whether a sheet begins with a title, and which row below is then its header. Pure. */
import { limits } from '../../limits'
import { shortened } from '../../schema/cut-text'
import { isSheetDate, isSheetPercent, type SheetCell, type SheetRow } from './row'

/** The row of the header, 1-based, its number of columns, and the title above it. */
export type ProposedHeader = { headerLine: number; columns: number; title: string }

type Row = { number: number; cells: readonly (SheetCell | undefined)[]; filled: readonly SheetCell[] }

/**
 * Reads the first rows of a sheet with values. They begin with a title if rows of few cells, the first of which is a text, are above
 * a row of several different names that has values below: that row is proposed as the header. A title has one cell, or less than
 * half as many as the header (“Source”, “Town hall”).
 */
export class HeaderProposal {
  #rows: Row[] = []
  #isDecided = false
  #proposed: ProposedHeader | undefined

  /** The proposal; undefined when the sheet does not begin with a title, and until enough rows are read. */
  get proposed(): ProposedHeader | undefined {
    return this.#proposed
  }

  add({ number, cells }: SheetRow): void {
    if (this.#isDecided) return
    const filled = cells.filter(isFilled)
    if (filled.length === 0) return
    this.#rows.push({ number, cells, filled })
    const header = this.#rows.at(-2)
    const below = this.#rows.at(-1)
    const titles = this.#rows.slice(0, -2)
    const [title] = titles
    if (title && header && below && isHeader(header, below) && titles.every((row) => isTitle(row, header))) {
      const text = title.filled.filter(isText).join(' ')
      const shown = shortened(text, limits.workbooks.maxTitleChars)
      this.#proposed = { headerLine: header.number, columns: header.filled.length, title: shown }
    }
    this.#isDecided = this.#proposed !== undefined || this.#rows.length > limits.workbooks.maxTitleRows
  }
}

const isTitle = ({ filled }: Row, header: Row): boolean => {
  const [first] = filled
  const isShort = filled.length === 1 || filled.length < header.filled.length / 2
  return first !== undefined && isText(first) && isShort
}

/** Whether a row has names, most of them different and some perhaps years, and values that are others below. */
function isHeader({ cells, filled }: Row, below: Row): boolean {
  if (filled.length < Math.max(2, below.filled.length / 2) || below.filled.length < 2) return false
  if (new Set(filled).size <= filled.length / 2) return false
  const isNamed = cells.every(
    (cell, at) => !isFilled(cell) || isText(cell) || (isYear(cell) && !isYear(below.cells[at])),
  )
  return isNamed && filled.some(isText)
}

const isFilled = (cell: SheetCell | undefined): cell is SheetCell => cell !== undefined && cell !== ''

/** Whether a cell is neither a date nor a number. */
const isText = (cell: SheetCell): cell is string =>
  !isSheetDate(cell) && !isSheetPercent(cell) && Number.isNaN(Number(cell.replace(',', '.')))

const isYear = (cell: SheetCell | undefined): boolean => typeof cell === 'string' && /^(19|20)\d\d$/.test(cell)
