/** `rowsOfSheet`: the rows of a sheet of an Excel 97 workbook; `linksOfSheet`: the addresses of its cells that are links. */

import { problem } from '../../errors'
import { limits } from '../../limits'
import { BiffReader, type BiffRecord, recordsFrom, recordTypes } from './biff'
import { addMergedCells, type MergedCells } from './merged-cells'
import { numberCell } from './number-cell'
import type { FormatKind } from './read-number-format'
import type { SheetCell, SheetRow } from './row'

/** What the cells of a workbook refer to. */
export type XlsGlobals = { strings: readonly string[]; styles: readonly FormatKind[]; from1904: boolean }

const errors: ReadonlyMap<number, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
])

type Context = XlsGlobals & { links: ReadonlyMap<string, string> }
type Placed = { row: number; column: number; cell: SheetCell | undefined }

export function* rowsOfSheet(stream: Uint8Array, offset: number, context: Context): Generator<SheetRow[]> {
  let batch: SheetRow[] = []
  let current: SheetRow | undefined
  /** The cell of a formula whose text is in a record of its own. */
  let awaited: Omit<Placed, 'cell'> | undefined
  for (const record of recordsFrom(stream, offset)) {
    const reader = new BiffReader(stream, record)
    const isText = record.type === recordTypes.text && awaited
    const cells = isText && awaited ? [{ ...awaited, cell: reader.string() }] : cellsOf(record, reader, context)
    awaited = undefined
    for (const { row, column, cell } of cells) {
      if (cell === undefined) awaited = { row, column }
      if (current?.number !== row + 1) {
        if (current) batch.push(current)
        if (batch.length >= limits.workbooks.xlsBatchRows) {
          yield batch
          batch = []
        }
        current = { number: row + 1, cells: [] }
      }
      // Cells beyond the limit of columns matter in a header only, which is rejected by its number of cells.
      if (cell !== undefined && cell !== '' && column <= limits.files.maxColumns) {
        current.cells[column] = context.links.get(`${row},${column}`) ?? cell
      }
    }
  }
  if (current) batch.push(current)
  yield batch
}

/** The cells of a record; without a value when it is in the next one. */
function cellsOf(record: BiffRecord, reader: BiffReader, context: Context): Placed[] {
  if (!cellTypes.has(record.type)) return []
  const [row, column] = [reader.short(), reader.short()]
  if (record.type === recordTypes.integers) return integersOf(record, reader, { row, column, context })
  const style = reader.short()
  const numeric = (number: number) => numberCell(number, context.styles[style] ?? 'number', context.from1904)
  switch (record.type) {
    case recordTypes.sharedLabel:
      return [{ row, column, cell: sharedString(context, reader.long()) }]
    case recordTypes.label:
    case recordTypes.formattedLabel:
      return [{ row, column, cell: reader.string() }]
    case recordTypes.number:
      return [{ row, column, cell: numeric(reader.double()) }]
    case recordTypes.integer:
      return [{ row, column, cell: numeric(packed(reader.long())) }]
    case recordTypes.flag: {
      const [value, isError] = [reader.byte(), reader.byte() === 1]
      return [{ row, column, cell: isError ? (errors.get(value) ?? '') : String(value === 1) }]
    }
    default:
      return [{ row, column, cell: resultOf(reader, numeric) }]
  }
}

/** @throws `workbook-invalid` for a string that the workbook does not have: its cell would be lost without a word */
function sharedString({ strings }: Context, index: number): string {
  const string = strings[index]
  if (string === undefined) throw problem('workbook-invalid')
  return string
}

const cellTypes: ReadonlySet<number> = new Set([
  recordTypes.sharedLabel,
  recordTypes.label,
  recordTypes.formattedLabel,
  recordTypes.number,
  recordTypes.integer,
  recordTypes.integers,
  recordTypes.flag,
  recordTypes.formula,
])

/** Several numbers in a row: a style and a number for each, then the last column. */
function integersOf(
  { start, ends }: BiffRecord,
  reader: BiffReader,
  { row, column, context }: { row: number; column: number; context: Context },
): Placed[] {
  const count = Math.floor((ends[0] - start - 6) / 6)
  return Array.from({ length: Math.max(0, count) }, (_, at) => {
    const kind = context.styles[reader.short()] ?? 'number'
    return { row, column: column + at, cell: numberCell(packed(reader.long()), kind, context.from1904) }
  })
}

/** The stored result of a formula; undefined when it is a text, which follows. */
function resultOf(reader: BiffReader, numeric: (number: number) => SheetCell): SheetCell | undefined {
  const result = reader.bytes(8)
  if (result.getUint16(6, true) !== 0xffff) return numeric(result.getFloat64(0, true))
  const [type, value] = [result.getUint8(0), result.getUint8(2)]
  if (type === 0) return undefined
  if (type === 1) return String(value === 1)
  return type === 2 ? (errors.get(value) ?? '') : ''
}

/** A number of 30 bits: an integer, or the first bits of a double; in hundredths by its lowest bit. */
function packed(bits: number): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setUint32(0, bits & 0xffff_fffc)
  const number = bits & 2 ? view.getInt32(0) >> 2 : view.getFloat64(0)
  return bits & 1 ? number / 100 : number
}

/** Addresses by `row,column`: they come after the cells. */
export function linksOfSheet(stream: Uint8Array, offset: number): Map<string, string> {
  const links = new Map<string, string>()
  for (const record of recordsFrom(stream, offset)) {
    if (record.type !== recordTypes.link || links.size >= limits.workbooks.maxLinks) continue
    const reader = new BiffReader(stream, record)
    const row = reader.short()
    reader.skip(2)
    const column = reader.short()
    const address = addressOf(reader)
    if (address) links.set(`${row},${column}`, address)
  }
  return links
}

/** Cells merged over several rows ([MS-XLS], 2.4.168). */
export function mergedCellsOfSheet(stream: Uint8Array, offset: number): MergedCells[] {
  const merged: MergedCells[] = []
  for (const record of recordsFrom(stream, offset)) {
    if (record.type !== recordTypes.mergedAreas) continue
    const reader = new BiffReader(stream, record)
    for (let left = reader.short(); left > 0; left--) {
      const [first, last] = [reader.short(), reader.short()]
      addMergedCells(merged, { from: first + 1, to: last + 1, left: reader.short(), right: reader.short() })
    }
  }
  return merged
}

/** Flags of a hyperlink ([MS-OSHARED], 2.3.7.1). */
const linkFlags = { moniker: 0x01, text: 0x10, frame: 0x80, savedAsText: 0x100 } as const
/** The first bytes of the class of addresses. */
const addressClass = 0x79ea_c9e0

function addressOf(reader: BiffReader): string | undefined {
  // The last column, a class and a version.
  reader.skip(2 + 16 + 4)
  const flags = reader.long()
  for (const flag of [linkFlags.text, linkFlags.frame]) if (flags & flag) reader.skip(2 * reader.long())
  if (!(flags & linkFlags.moniker)) return undefined
  if (flags & linkFlags.savedAsText) return upToNul(reader.characters(reader.long(), true))
  if (reader.long() !== addressClass) return undefined
  reader.skip(12)
  return upToNul(reader.characters(Math.floor(reader.long() / 2), true))
}

const upToNul = (text: string): string => text.split('\0', 1)[0] ?? ''
