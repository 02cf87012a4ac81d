/** `HeaderProposal`: whether a sheet begins with a title or with a header of two rows, and which rows are then its header. Pure. */
import { limits } from '../../limits'
import { shortened } from '../../schema/cut-text'
import { groupOf, joinHeaderRows } from '../csv/join-header-rows'
import { isSheetDate, isSheetPercent, type SheetCell, type SheetRow } from './row'

/** The first row of the header, 1-based, its rows where there are two, its number of columns, and the title above it. */
export type ProposedHeader = { headerLine: number; headerRows?: number | undefined; columns: number; title: string }

type Row = { number: number; cells: readonly (SheetCell | undefined)[]; filled: readonly SheetCell[] }

/**
 * Reads the first rows of a sheet with values.
 *
 * - They begin with a title if rows of few cells, the first of which is a text, are above a row of several different names that has
 *   values below: that row is proposed as the header. A title has one cell, or less than half as many as the header (“Source”, “Town hall”).
 * - A row of groups above a row of names is proposed as a header of two rows, with a title above or without.
 */
export class HeaderProposal {
  #rows: Row[] = []

  /** The proposal; undefined when the sheet begins with its header. */
  get proposed(): ProposedHeader | undefined {
    // A source of two cells above groups looks like a header of one row.
    return this.#first((at) => this.#twoRowsAt(at), 1) ?? this.#first((at) => this.#rowAt(at), 1 / 2)
  }

  add({ number, cells }: SheetRow): void {
    if (this.#rows.length > limits.workbooks.maxTitleRows) return
    const filled = cells.filter(isFilled)
    if (filled.length > 0) this.#rows.push({ number, cells, filled })
  }

  /** @param share the cells of titles, of those of the header */
  #first(proposedAt: (at: number) => ProposedHeader | undefined, share: number): ProposedHeader | undefined {
    for (const at of this.#rows.keys()) {
      const proposed = proposedAt(at)
      if (proposed && this.#rows.slice(0, at).every((row) => isTitle(row, proposed.columns * share))) return proposed
    }
    return undefined
  }

  #twoRowsAt(at: number): ProposedHeader | undefined {
    const [groups, names, below] = this.#rows.slice(at)
    const columns = groups && names && below ? groupedColumns(groups, names, below) : 0
    if (!groups || columns === 0) return undefined
    return { headerLine: groups.number, headerRows: 2, columns, title: this.#title(at) }
  }

  #rowAt(at: number): ProposedHeader | undefined {
    const [header, below] = this.#rows.slice(at)
    if (at === 0 || !header || !below || !isHeader(header, below)) return undefined
    return { headerLine: header.number, columns: header.filled.length, title: this.#title(at) }
  }

  /** The texts of the first row, above a header at the position; '' without any. */
  #title(at: number): string {
    const texts = this.#rows.slice(0, Math.min(at, 1)).flatMap(({ filled }) => filled.filter(isText))
    return shortened(texts.join(' '), limits.workbooks.maxTitleChars)
  }
}

const isTitle = ({ filled }: Row, cells: number): boolean => {
  const [first] = filled
  const isShort = filled.length === 1 || filled.length < cells
  return first !== undefined && isText(first) && isShort
}

/** Whether a row has names, most of them different and some perhaps years, and values that are others below. */
function isHeader({ cells, filled }: Row, below: Row): boolean {
  if (filled.length < Math.max(2, below.filled.length / 2) || below.filled.length < 2) return false
  if (new Set(filled).size <= filled.length / 2) return false
  return areNames(cells, below) && filled.some(isText)
}

/** Whether the cells are texts, or years above other values. */
const areNames = (cells: Row['cells'], below: Row): boolean =>
  cells.every((cell, at) => !isFilled(cell) || isText(cell) || (isYear(cell) && !isYear(below.cells[at])))

/**
 * The number of columns of a header of two rows; 0 for other rows. A row of groups has empty cells beside its texts, above names. Since
 * a column without a name is more usual, there is another sign: a column that only the first row names, equal names in two groups, or
 * two groups of several columns.
 */
function groupedColumns(groups: Row, names: Row, below: Row): number {
  if (names.number !== groups.number + 1 || names.filled.length < 2 || below.filled.length < 2) return 0
  if (!areNames(groups.cells, below) || !areNames(names.cells, below)) return 0
  const rows = [groups.cells.map(nameOf), names.cells.map(nameOf)]
  const joined = joinHeaderRows(rows)
  const columns = joined.filter((name) => name !== '').length
  if (new Set(joined).size < joined.length || below.cells.some((cell, at) => isFilled(cell) && !joined[at])) return 0
  const wide = new Set(joined.flatMap((_, at) => (groups.cells[at] ? [] : (groupOf(rows, 0, at) ?? []))))
  if (wide.size === 0) return 0
  const isOnlyAbove = groups.cells.some((cell, at) => isFilled(cell) && !isFilled(names.cells[at]))
  const isSigned = isOnlyAbove || wide.size > 1 || new Set(names.filled).size < names.filled.length
  // Values of a table of texts cannot be told from names.
  const isAboveNumbers = names.cells.some((cell, at) => isFilled(cell) && isText(cell) && isNumber(below.cells[at]))
  return isSigned && isAboveNumbers ? columns : 0
}

const nameOf = (cell: SheetCell | undefined): string | undefined => (typeof cell === 'string' ? cell : undefined)

const isFilled = (cell: SheetCell | undefined): cell is SheetCell => cell !== undefined && cell !== ''

/** Whether a cell is neither a date nor a number. */
const isText = (cell: SheetCell): cell is string =>
  !isSheetDate(cell) && !isSheetPercent(cell) && Number.isNaN(Number(cell.replace(',', '.')))

const isNumber = (cell: SheetCell | undefined): boolean => isFilled(cell) && !isText(cell)

const isYear = (cell: SheetCell | undefined): boolean => typeof cell === 'string' && /^(19|20)\d\d$/.test(cell)
