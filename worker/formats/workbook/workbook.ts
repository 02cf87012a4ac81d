/** `workbookToCsv`: the table of a sheet as CSV text, in bounded memory. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { shortened } from '../../schema/cut-text'
import type { OnSheetRow, SheetRow } from './row'
import { noteTimes, SheetTable, type TablePlace } from './table'

/** A sheet whose rows can be streamed any number of times. */
export type Workbook = {
  mayHoldDates: boolean
  rows: () => AsyncIterable<SheetRow[]>
  /** The names of the sheets with rows, in their order; those of an OpenDocument spreadsheet are known once its rows are read. */
  sheets: () => readonly string[]
}

/** The sheet that was read: its 1-based position, the row of its header, and the first sheets of its workbook. */
export type SheetRead = { number: number; headerLine: number; names: string[]; count: number }

/** The sheet of a workbook whose table has been read. */
export function sheetRead(workbook: Workbook, number: number, headerLine: number): SheetRead {
  const names = workbook.sheets()
  const listed = names.slice(0, limits.workbooks.maxListedSheets)
  return {
    number,
    headerLine,
    names: listed.map((name) => shortened(name, limits.workbooks.maxSheetChars)),
    count: names.length,
  }
}

/** The rows of each piece of a text. */
export async function* rowsOf(
  texts: AsyncIterable<string>,
  reader: { push: (text: string, each: OnSheetRow) => void },
): AsyncGenerator<SheetRow[]> {
  for await (const text of texts) {
    const rows: SheetRow[] = []
    reader.push(text, (row) => rows.push(row))
    yield rows
  }
}

/**
 * Yields the table in pieces; a piece may be empty, so that the caller can yield to other work. A sheet that may hold dates
 * is read twice: only its end decides whether a column holds dates or date-times.
 *
 * @param onHeader gets the 1-based row of the header, at the end
 * @throws `sheet-empty`, `workbook-too-large`, `file-too-many-columns`, and the errors of the workbook
 */
export async function* workbookToCsv(
  workbook: Workbook,
  place: TablePlace,
  onHeader?: (line: number) => void,
): AsyncGenerator<string> {
  const timed = new Set<number>()
  if (workbook.mayHoldDates) {
    for await (const rows of workbook.rows()) {
      for (const row of rows) noteTimes(row, timed)
      yield ''
    }
  }
  const table = new SheetTable(place, timed)
  let lines = 0
  for await (const rows of workbook.rows()) {
    let text = ''
    for (const row of rows) {
      const line = table.line(row)
      const times = line === '' ? 0 : (row.times ?? 1)
      lines += times
      if (lines > limits.workbooks.maxRows)
        throw problem('workbook-too-large', { part: 'rows', max: limits.workbooks.maxRows })
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
  onHeader?.(table.headerLine)
}
