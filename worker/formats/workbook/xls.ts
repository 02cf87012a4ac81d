/** `openXls`: opens an Excel 97 workbook (BIFF8, [MS-XLS]): sheets, styles, shared strings. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { BiffReader, recordsFrom, recordTypes } from './biff'
import { type CompoundFile, readCompoundFile } from './compound-file'
import { tooLarge } from './parts'
import { dependsOnColumn, formatKind } from './read-number-format'
import { visibleFirst, type Workbook } from './workbook'
import { linksOfSheet, mergedCellsOfSheet, rowsOfSheet, type XlsGlobals } from './xls-sheet'

/** @param sheet 1-based @throws `sheet-missing`, `workbook-invalid`, `workbook-encrypted`, `workbook-too-large` */
export function openXls(bytes: Uint8Array, sheet: number): Workbook {
  const stream = workbookStream(readCompoundFile(bytes))
  const { sheets, ...globals } = globalsOf(stream)
  const found = sheets[sheet - 1]
  if (!found) throw problem('sheet-missing', { sheet, sheets: sheets.length })
  const links = linksOfSheet(stream, found.offset)
  return {
    isReadTwice: globals.styles.some(dependsOnColumn),
    rows: async function* () {
      yield* rowsOfSheet(stream, found.offset, { ...globals, links })
    },
    sheets: () => sheets.map(({ name }) => name),
    mergedCells: () => mergedCellsOfSheet(stream, found.offset),
  }
}

function workbookStream(file: CompoundFile): Uint8Array {
  if (file.has('EncryptedPackage')) throw problem('workbook-encrypted')
  const stream = file.stream('Workbook')
  // Excel 95 and earlier name it Book, and write other records.
  if (!stream) throw problem('workbook-invalid')
  return stream
}

type ListedSheet = { name: string; offset: number; isHidden: boolean }

/** Of the state of a sheet: hidden, or very hidden ([MS-XLS], 2.4.28). */
const hiddenBits = 3

function globalsOf(stream: Uint8Array): XlsGlobals & { sheets: ListedSheet[] } {
  const sheets: ListedSheet[] = []
  const codes = new Map<number, string>()
  const formats: number[] = []
  let strings: string[] = []
  let from1904 = false
  for (const record of recordsFrom(stream, 0)) {
    const reader = new BiffReader(stream, record)
    switch (record.type) {
      case recordTypes.encryption:
        throw problem('workbook-encrypted')
      case recordTypes.dateSystem:
        from1904 = reader.short() === 1
        break
      case recordTypes.format:
        codes.set(reader.short(), reader.string())
        break
      case recordTypes.style:
        reader.skip(2)
        formats.push(reader.short())
        break
      case recordTypes.strings:
        strings = stringsOf(reader)
        break
      case recordTypes.sheet: {
        const offset = reader.long()
        const [state = 0, type] = [reader.byte(), reader.byte()]
        // Chart sheets and modules have no rows.
        if (type === 0)
          sheets.push({ offset, name: reader.string(reader.byte()), isHidden: (state & hiddenBits) !== 0 })
      }
    }
  }
  return { sheets: visibleFirst(sheets), strings, from1904, styles: formats.map((id) => formatKind(id, codes.get(id))) }
}

function stringsOf(reader: BiffReader): string[] {
  reader.skip(4)
  const count = reader.long()
  const { maxStrings } = limits.workbooks
  if (count > maxStrings) throw tooLarge('strings', maxStrings)
  const strings: string[] = []
  while (strings.length < count && !reader.isAtEnd) strings.push(reader.string())
  return strings
}
