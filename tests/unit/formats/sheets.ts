/** Workbooks and archives read from memory. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ByteSource, readZipDirectory } from '../../../worker/formats/archive/zip'
import { openFlatOds, openOds } from '../../../worker/formats/workbook/ods'
import { Parts } from '../../../worker/formats/workbook/parts'
import { type HeaderRead, type LeftOut, type Workbook, workbookToCsv } from '../../../worker/formats/workbook/workbook'
import { openXls } from '../../../worker/formats/workbook/xls'
import { openXlsx } from '../../../worker/formats/workbook/xlsx'

export const fixture = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/${path}`, import.meta.url).href))

/** Bytes in memory as they are read from a store. */
export function memory(bytes: Uint8Array): ByteSource {
  async function* pieces(offset: number, length: number) {
    for (let at = 0; at < length; at += 1_000) yield bytes.slice(offset + at, offset + Math.min(at + 1_000, length))
  }
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.slice(offset, offset + length),
    stream: async (offset, length) => pieces(offset, length),
  }
}

export type SheetOptions = {
  sheet?: number
  headerLine?: number
  headerRows?: number
  startColumn?: number
  mergedCells?: 'fill'
}

/** A sheet of a workbook as CSV. */
export async function tableOf(
  kind: 'xlsx' | 'xls' | 'ods' | 'fods',
  bytes: Uint8Array,
  options: SheetOptions = {},
): Promise<string> {
  const { sheet = 1, ...place } = options
  let text = ''
  for await (const piece of workbookToCsv(await opened(kind, bytes, sheet), place)) text += piece
  return text
}

/** The header row that the reader of a sheet reports. */
export async function headerOf(kind: 'xlsx' | 'ods' | 'fods', bytes: Uint8Array, options: SheetOptions = {}) {
  const { sheet = 1, ...place } = options
  let read: HeaderRead | undefined
  const pieces = workbookToCsv(await opened(kind, bytes, sheet), place, (header) => {
    read = header
  })
  for await (const _ of pieces);
  return read
}

/** The cells that the table of a sheet leaves out. */
export async function leftOutOf(
  kind: 'xlsx' | 'xls' | 'ods' | 'fods',
  bytes: Uint8Array,
  { sheet = 1, ...place }: SheetOptions = {},
): Promise<LeftOut> {
  let cells: LeftOut = { beyond: undefined, merged: undefined, mixed: [] }
  const pieces = workbookToCsv(await opened(kind, bytes, sheet), place, (_, leftOut) => {
    cells = leftOut
  })
  for await (const _ of pieces);
  return cells
}

async function opened(kind: 'xlsx' | 'xls' | 'ods' | 'fods', bytes: Uint8Array, sheet: number): Promise<Workbook> {
  if (kind === 'fods') {
    const text = new TextDecoder().decode(bytes)
    return openFlatOds(async function* () {
      for (let at = 0; at < text.length; at += 777) yield text.slice(at, at + 777)
    }, sheet)
  }
  if (kind === 'xls') return openXls(bytes, sheet)
  const source = memory(bytes)
  const parts = new Parts(source, await readZipDirectory(source))
  return kind === 'ods' ? openOds(parts, sheet) : openXlsx(parts, sheet)
}
