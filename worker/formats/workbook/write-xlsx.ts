import { strToU8, zipSync } from 'fflate'
import { DAY_MS } from '../../limits/units'
import { cutText } from '../../schema/cut-text'
import { xmlText } from '../xml/escape'
import type { Sheet, SheetCell } from './sheet'

/** Characters of a cell of Excel ("Excel specifications and limits", Microsoft). */
export const maxCellChars = 32_767

/** Day 0 of Excel's calendar. */
const epochMs = Date.UTC(1899, 11, 30)
/** Fixed, so that the same lines give the same bytes and the same ETag. The first date of the zip format. */
const zipDate = new Date(1980, 0, 1)

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaging = 'http://schemas.openxmlformats.org/package/2006'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Formats of cells by position: general, date, date and time. */
const styles =
  `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/>' +
  '<xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>'

/** An Excel workbook. Strings are written as strings, whatever they begin with (no formulas); truncated at `maxCellChars`. */
export function xlsx(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const list = sheets.map(({ name }, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  const links = sheets.map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`))
  const parts = sheets.map(
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${contentType}.worksheet+xml"/>`,
  )
  const files: Record<string, string> = {
    '[Content_Types].xml':
      `<Types xmlns="${packaging}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${parts.join('')}</Types>`,
    '_rels/.rels': relations([relation(1, 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([...links, relation(sheets.length + 1, 'styles', 'styles.xml')]),
    'xl/styles.xml': styles,
  }
  for (const [at, sheet] of sheets.entries()) files[`xl/worksheets/sheet${at + 1}.xml`] = sheetXml(sheet)
  const zipped = Object.entries(files).map(([name, text]) => [name, strToU8(declaration + text)] as const)
  return zipSync(Object.fromEntries(zipped), { mtime: zipDate })
}

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`

const relations = (links: readonly string[]): string =>
  `<Relationships xmlns="${packaging}/relationships">${links.join('')}</Relationships>`

function sheetXml({ rows }: Sheet): string {
  const letters = Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, at) => columnName(at))
  const lines = rows.map((row, at) => {
    const cells = row.map((cell, column) => cellXml(cell, `${letters[column]}${at + 1}`))
    return `<row r="${at + 1}">${cells.join('')}</row>`
  })
  return `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

/** A, B … Z, AA, AB … */
export function columnName(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : columnName(Math.floor(at / 26) - 1) + last
}

function cellXml(cell: SheetCell, reference: string): string {
  if (cell === undefined || cell === '') return ''
  if (typeof cell === 'string') {
    const text = xmlText(cutText(cell, maxCellChars)).replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  }
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if ('day' in cell) return `<c r="${reference}" s="1"><v>${(cell.day - epochMs) / DAY_MS}</v></c>`
  return `<c r="${reference}" s="2"><v>${(cell.moment - epochMs) / DAY_MS}</v></c>`
}
