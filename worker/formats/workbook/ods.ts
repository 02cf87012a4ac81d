/** `openOds`, `openFlatOds`: the sheets of an OpenDocument spreadsheet, zipped or as one XML file. */
import { problem } from '../../errors'
import type { MergedCells } from './merged-cells'
import { OdsSheetReader } from './ods-sheet'
import type { Parts } from './parts'
import { rowsOf, type Workbook } from './workbook'

/** @throws `workbook-invalid`, `workbook-encrypted` */
export async function openOds(parts: Parts, sheet: number): Promise<Workbook> {
  const entry = parts.find('content.xml')
  if (!entry) throw problem('workbook-invalid')
  const manifest = await parts.text('META-INF/manifest.xml')
  if (manifest?.includes('encryption-data')) throw problem('workbook-encrypted')
  return openFlatOds(() => parts.texts(entry), sheet)
}

/** @param texts reads the XML from its start. Rows throw `file-xml-truncated` where it ends within a sheet. */
export function openFlatOds(texts: () => AsyncIterable<string>, sheet: number): Workbook {
  let sheets: readonly string[] = []
  let mergedCells: readonly MergedCells[] = []
  return {
    isReadTwice: true,
    rows: async function* () {
      const reader = new OdsSheetReader(sheet)
      yield* rowsOf(texts(), reader)
      sheets = reader.sheets
      mergedCells = reader.mergedCells
      if (reader.isIncomplete) throw problem('file-xml-truncated', { element: 'table:table' })
      if (sheets.length < sheet) throw problem('sheet-missing', { sheet, sheets: sheets.length })
    },
    sheets: () => sheets,
    mergedCells: () => mergedCells,
  }
}
