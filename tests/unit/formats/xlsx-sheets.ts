/** XLSX workbooks of one sheet, written from its XML, and their tables. */
import { strToU8, zipSync } from 'fflate'
import { type SheetOptions, tableOf } from './sheets'

/** A workbook of one sheet, from the XML of its rows. */
export function xlsx(sheet: string, parts: Record<string, string> = {}): Uint8Array {
  const all: Record<string, string> = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="__proto__" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet>${sheet}</worksheet>`,
    ...parts,
  }
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])), { level: 0 })
}
/** The table of a sheet as CSV. */
export const read = (sheet: string, parts?: Record<string, string>, options?: SheetOptions) =>
  tableOf('xlsx', xlsx(sheet, parts), options)
export const rowOf = (cells: string) => `<row>${cells}</row>`
export const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
