/** `workbookToCsv`: the table of a sheet as CSV text, in bounded memory. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import type { OnSheetRow, SheetRow } from './row'
import { noteTimes, SheetTable, type TablePlace } from './table'

/** A sheet whose rows can be read from the start as often as one likes, some at a time. */
export type Workbook = {
  mayHoldDates: boolean
  rows: () => AsyncIterable<SheetRow[]>
}

/** The rows that a reader finds in each piece of a text. */
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
 * Yields the table piece by piece; a piece may be empty, and gives the caller time to breathe. A sheet that may hold
 * dates is read twice: whether a column holds days or moments is known at its end (contract datasets §4.1).
 *
 * @throws `sheet-empty`, `workbook-too-large`, `file-too-many-columns`, and what the workbook throws
 */
export async function* workbookToCsv(workbook: Workbook, place: TablePlace): AsyncGenerator<string> {
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
  if (!table.isFound) throw problem('sheet-empty')
}
