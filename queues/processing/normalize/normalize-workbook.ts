/** `tableOfWorkbook`: a sheet of a workbook as CSV. */
import type { Context } from '../../../worker/context'
import type { Version } from '../../../worker/datasets'
import { Problem, type StoredProblem } from '../../../worker/errors'
import { openFlatOds } from '../../../worker/formats/workbook/ods'
import { openZipped } from '../../../worker/formats/workbook/open'
import { type SheetRead, sheetRead, type Workbook, workbookToCsv } from '../../../worker/formats/workbook/workbook'
import { openXls } from '../../../worker/formats/workbook/xls'
import { limits } from '../../../worker/limits'
import { cutText } from '../../../worker/schema/cut-text'
import { formerSheet, headerPosition, isFormerHeader } from './position-of-former-table'
import {
  checkSize,
  kindOfPrepared,
  type PreparedFile,
  sourceOf,
  type TableOptions,
  writeNormalized,
} from './prepared-file'

/** `options`: those of the publisher; `former`: the published version that the file replaces. */
export type TableInput = { options: TableOptions; former: Version | undefined; rest: () => Promise<void> }

/**
 * The table of the chosen sheet, or of the first one that has rows below its header. The sheet and the header that were chosen for the
 * former file are read where the new one has them too.
 *
 * @throws `workbook-too-large`, `archive-damaged`, `sheet-missing`, `sheet-empty`, `workbook-invalid`
 */
export async function tableOfWorkbook(ctx: Context, file: PreparedFile, input: TableInput): Promise<PreparedFile> {
  checkSize(file)
  const { options, former } = input
  const chosen = options.spreadsheetWorksheetIndex
  if (chosen !== undefined) return (await tableOfSheet(ctx, file, { ...input, number: chosen })).table
  for (let number = 1; number <= limits.workbooks.maxTriedSheets; number++) {
    const { table, rows, names } = await tableOfSheet(ctx, file, { ...input, number, isTried: true })
    const same = formerSheet(former, names)
    if (same !== undefined && same !== number) return sameSheet(ctx, file, { ...input, number: same })
    if (rows > 0) return table
    if (number >= names.length) break
  }
  return (await tableOfSheet(ctx, file, { ...input, number: 1 })).table
}

type SheetInput = TableInput & { number: number; isTried?: boolean }
type SheetOutput = { table: PreparedFile; rows: number; names: readonly string[] }

async function sameSheet(ctx: Context, file: PreparedFile, input: SheetInput): Promise<PreparedFile> {
  const { table } = await tableOfSheet(ctx, file, input)
  return { ...table, options: { ...table.options, spreadsheetWorksheetIndex: input.number } }
}

/** The table of one sheet. A sheet that is tried has no rows where it is empty. */
async function tableOfSheet(ctx: Context, file: PreparedFile, input: SheetInput): Promise<SheetOutput> {
  const { options, former, number, rest, isTried = false } = input
  const workbook = await openWorkbook(ctx, file, number)
  const tablePosition = {
    headerLine: options.spreadsheetHeaderLine,
    headerRows: options.headerRows,
    startColumn: options.spreadsheetStartCol,
    mergedCells: options.mergedCells,
  }
  let sheet: SheetRead | undefined
  let rows = 0
  const warnings: StoredProblem[] = []
  const texts = workbookToCsv(workbook, tablePosition, (header, { beyond, merged, mixed }) => {
    sheet = { ...sheetRead(workbook, number, header), merged: merged ?? null }
    rows = header.count
    if (beyond) warnings.push({ code: 'cells-beyond-header', params: beyond })
    if (mixed.length > 0) {
      const columns = cutText(mixed.join(', '), limits.processing.maxListedChars)
      warnings.push({ code: 'percents-mixed', params: { columns } })
    }
    if (merged) warnings.push({ code: 'cells-merged', params: merged })
    const count = workbook.uncomputed?.() ?? 0
    if (count > 0) warnings.push({ code: 'formulas-uncomputed', params: { count } })
  })
  try {
    const table = await writeNormalized(ctx, file, { extension: 'csv', texts, rest })
    const names = workbook.sheets()
    const proposed = sheet?.proposed
    if (proposed && isFormerHeader(proposed, former?.originalFile)) {
      const { headerLine: spreadsheetHeaderLine, ...header } = headerPosition(proposed)
      const same = { ...header, spreadsheetHeaderLine }
      const again = await tableOfSheet(ctx, file, { ...input, options: { ...options, ...same } })
      return { ...again, table: { ...again.table, options: same } }
    }
    return { table: { ...table, ...(sheet ? { sheet } : {}), warnings }, rows, names }
  } catch (error) {
    if (isTried && error instanceof Problem && error.code === 'sheet-empty')
      return { table: file, rows: 0, names: workbook.sheets() }
    throw error
  }
}

async function openWorkbook(ctx: Context, file: PreparedFile, sheet: number): Promise<Workbook> {
  const source = sourceOf(ctx, file)
  const { kind } = kindOfPrepared(file)
  if (kind === 'fods') {
    const texts = async function* () {
      const decoder = new TextDecoder()
      for await (const bytes of await source.stream(0, source.size)) yield decoder.decode(bytes, { stream: true })
    }
    return openFlatOds(texts, sheet)
  }
  if (kind === 'xls') return openXls(await source.read(0, source.size), sheet)
  return openZipped(source, kind === 'ods' ? 'ods' : 'xlsx', sheet)
}
