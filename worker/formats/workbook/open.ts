/** `openZipped`: the workbook of a zipped file. */
import { type ByteSource, readZipDirectory } from '../archive/zip'
import { openOds } from './ods'
import { Parts } from './parts'
import type { Workbook } from './workbook'
import { openXlsx } from './xlsx'

/** @param sheet 1-based @throws `sheet-missing`, `workbook-invalid`, `workbook-too-large`, and the errors of `readZipDirectory` */
export async function openZipped(source: ByteSource, kind: 'xlsx' | 'ods', sheet: number): Promise<Workbook> {
  const parts = new Parts(source, await readZipDirectory(source))
  return kind === 'ods' ? openOds(parts, sheet) : openXlsx(parts, sheet)
}
