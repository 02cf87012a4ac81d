/** `workbookToCsv`: the table of a sheet as CSV text, in bounded memory. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { shortened } from '../../schema/cut-text'
import { ColumnFormats } from './detect-column-formats'
import { HeaderProposal, type ProposedHeader } from './header-proposal'
import { type MergedCells, MergedValues } from './merged-cells'
import type { OnSheetRow, RowBreak, SheetRow } from './row'
import { type CellsBeyond, type MergedBelow, SheetHeader, SheetTable, type TableStart } from './sheet-table'

/** A workbook, of which one sheet is read: its rows can be streamed any number of times. */
export type Workbook = {
  /** The sheet is read twice: the format of a column of dates or percentages depends on all its cells. */
  isReadTwice: boolean
  rows: () => AsyncIterable<SheetRow[]>
  /**
   * The names of the sheets with rows, hidden sheets last. OpenDocument spreadsheets have their sheets in the order of the file,
   * and name them once the rows are read.
   */
  sheets: () => readonly string[]
  /** The cells merged over several rows, once the rows are read. @throws `workbook-too-large` */
  mergedCells: () => readonly MergedCells[]
  /** The formulas without a stored result in the rows that were read. */
  uncomputed?: () => number
}

/** Numbers the visible sheets of a workbook before the hidden ones, which seldom hold the data. */
export const visibleFirst = <Sheet extends { isHidden: boolean }>(sheets: readonly Sheet[]): Sheet[] => [
  ...sheets.filter(({ isHidden }) => !isHidden),
  ...sheets.filter(({ isHidden }) => isHidden),
]

/** The sheet that was read: its 1-based position, the row of its header, and the first sheets of its workbook. */
export type SheetRead = {
  number: number
  headerLine: number
  names: string[]
  count: number
  /** Another row that looks more like the header; null if there is none, or if somebody has chosen one. */
  proposed: ProposedHeader | null
  rowBreaks: RowBreak[]
  /** The positions of the columns of percentages, from 0. */
  percents: number[]
  /** Null: none, or repeated in all rows. */
  merged?: MergedBelow | null
}

/** The header of a table that was read, and the number of rows below it. */
export type HeaderRead = Pick<SheetRead, 'headerLine' | 'proposed' | 'rowBreaks' | 'percents'> & {
  count: number
}

/** The sheet of a workbook whose table has been read. */
export function sheetRead(workbook: Workbook, number: number, { count: _, ...header }: HeaderRead): SheetRead {
  const names = workbook.sheets()
  const listed = names.slice(0, limits.workbooks.maxListedSheets)
  return {
    number,
    ...header,
    names: listed.map((name) => shortened(name, limits.workbooks.maxSheetChars)),
    count: names.length,
  }
}

/**
 * What the table of a sheet has not as it is there: cells beside its columns, the rows of merged cells below their first one, and the
 * headers of columns whose percentages are fractions beside other numbers.
 */
export type LeftOut = { beyond: CellsBeyond | undefined; merged: MergedBelow | undefined; mixed: readonly string[] }

/** Feeds a text to a reader chunk by chunk, and yields the rows that each chunk completes, perhaps none. */
export async function* rowsOf(
  texts: AsyncIterable<string>,
  reader: { push: (text: string, each: OnSheetRow) => void; end?: () => void },
): AsyncGenerator<SheetRow[]> {
  for await (const text of texts) {
    const rows: SheetRow[] = []
    reader.push(text, (row) => rows.push(row))
    yield rows
  }
  reader.end?.()
}

/**
 * Yields the table in pieces; a piece may be empty, so that the caller can yield to other work. A sheet that may hold dates or
 * percentages is read twice: only its end decides whether a column holds dates or date-times, percentages alone or other numbers. So is one
 * whose merged cells are filled.
 *
 * @param onEnd gets the header and the cells that are left out
 * @throws `sheet-empty`, `workbook-too-large`, `file-too-many-columns`, and the errors of the workbook
 */
export async function* workbookToCsv(
  workbook: Workbook,
  { mergedCells, ...place }: TableStart & { mergedCells?: 'fill' | undefined },
  onEnd?: (header: HeaderRead, leftOut: LeftOut) => void,
): AsyncGenerator<string> {
  const formats = new ColumnFormats()
  if (workbook.isReadTwice || mergedCells) {
    const header = new SheetHeader(place)
    for await (const rows of workbook.rows()) {
      for (const row of rows) formats.add(row, !header.takes(row))
      yield ''
    }
  }
  const table = new SheetTable(place, formats)
  const values = new MergedValues(mergedCells ? workbook.mergedCells() : [])
  const proposal = new HeaderProposal()
  const rowBreaks: RowBreak[] = []
  let lines = 0
  let nextRow: number | undefined
  let repeatedChars = 0
  for await (const rows of workbook.rows()) {
    let text = ''
    for (const row of rows) {
      if (place.headerLine === undefined && place.headerRows === undefined) proposal.add(row)
      if (mergedCells) values.fill(row)
      const line = table.line(row)
      const times = line === '' ? 0 : (row.times ?? 1)
      if (times > 0 && lines > 0) {
        if (row.number !== nextRow && rowBreaks.length < limits.workbooks.maxRowBreaks)
          rowBreaks.push([lines, row.number])
        nextRow = row.number + times
      }
      lines += times
      if (lines > limits.workbooks.maxRows)
        throw problem('workbook-too-large', { part: 'rows', max: limits.workbooks.maxRows })
      repeatedChars += line.length * Math.max(0, times - 1)
      if (repeatedChars > limits.workbooks.maxRepeatedChars) {
        throw problem('workbook-too-large', { part: 'repeated rows', max: limits.workbooks.maxRepeatedChars })
      }
      for (let n = 0; n < times; n++) {
        text += line
        if (text.length < limits.files.chunkBytes) continue
        yield text
        text = ''
      }
    }
    yield text
  }
  if (table.headerLine === undefined) throw problem('sheet-empty')
  const proposed = proposal.proposed ?? null
  const { headerLine, percents, beyond } = table
  const header = { headerLine, proposed, rowBreaks, count: lines - 1, percents }
  onEnd?.(header, {
    mixed: table.mixed,
    beyond,
    merged: mergedCells ? undefined : table.mergedBelow(workbook.mergedCells()),
  })
}
