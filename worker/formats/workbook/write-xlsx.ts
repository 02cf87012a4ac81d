import { strToU8, zipSync } from 'fflate'
import { DAY_MS } from '../../limits/units'
import { cutText } from '../../schema/cut-text'
import { writeZip, type ZipFile } from '../archive/write-zip'
import { escapeXml } from '../xml/escape'
import { centColumns, type Sheet, type StreamedSheet, sampledRows, type WrittenCell, type WrittenRow } from './sheet'

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

/** Formats of cells by position: general, date, date and time, header, amount (`#,##0.00`). */
const styles =
  `<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/>' +
  '<xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/>' +
  '<xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>'
const [headerStyle, amountStyle] = [3, 4]

/** Widths of columns in characters, from those of the first rows. */
const [leastWidth, mostWidth] = [8, 50]
/** Of a date, and of a date and time, as Excel writes them. */
const [dayWidth, momentWidth] = [10, 16]

/** An Excel workbook. Strings are written as strings, whatever they begin with (no formulas); truncated at `maxCellChars`. */
export function xlsx(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const files = { ...packageParts(sheets), ...worksheets(sheets) }
  const zipped = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const)
  return zipSync(Object.fromEntries(zipped), { mtime: zipDate })
}

/**
 * The same with a first sheet of any size, in constant memory.
 *
 * @param beside the sheets after it, once its rows are written
 */
export async function* streamXlsx(first: StreamedSheet, beside: () => readonly Sheet[]): AsyncGenerator<Uint8Array> {
  async function* files(): AsyncGenerator<ZipFile> {
    yield { path: sheetPath(0), bytes: () => encodedXml(streamedSheetXml(first)), deflated: true }
    const sheets = [{ name: first.name, rows: [] }, ...beside()]
    const { [sheetPath(0)]: _, ...others } = worksheets(sheets)
    for (const [path, text] of Object.entries({ ...packageParts(sheets), ...others })) {
      yield { path, bytes: () => encodedXml([text]), deflated: true }
    }
  }
  yield* writeZip(files())
}

async function* encodedXml(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield strToU8(text)
}

const sheetPath = (at: number): string => `xl/worksheets/sheet${at + 1}.xml`

const worksheets = (sheets: readonly Sheet[]): Record<string, string> =>
  Object.fromEntries(sheets.map((sheet, at) => [sheetPath(at), sheetXml(sheet)]))

/** The parts of the package beside the sheets. */
function packageParts(sheets: ReadonlyArray<Pick<Sheet, 'name'>>): Record<string, string> {
  const list = sheets.map(
    ({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  )
  const links = sheets.map((_, at) => relation(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`))
  const parts = sheets.map(
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${contentType}.worksheet+xml"/>`,
  )
  const files = {
    '[Content_Types].xml':
      `<Types xmlns="${packaging}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>${parts.join('')}</Types>`,
    '_rels/.rels': relations([relation(1, 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([...links, relation(sheets.length + 1, 'styles', 'styles.xml')]),
    'xl/styles.xml': styles,
  }
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, declaration + text]))
}

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`

const relations = (links: readonly string[]): string =>
  `<Relationships xmlns="${packaging}/relationships">${links.join('')}</Relationships>`

/** The start of a sheet whose first row stays in view. @param rows the first ones */
function sheetStart(rows: readonly WrittenRow[], cents: ReadonlySet<number>): string {
  const header = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const columns = columnWidths(rows, cents).map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${header}</sheetView></sheetViews>` +
    `${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>`
  )
}
const sheetEnd = '</sheetData></worksheet>'

function sheetXml(sheet: Sheet): string {
  const { rows } = sheet
  const cents = centColumns(sheet, rows)
  return `${sheetStart(rows, cents)}${rowsXml(rows, 0, cents)}${sheetEnd}`
}

async function* streamedSheetXml(sheet: StreamedSheet): AsyncGenerator<string> {
  const { rows } = sheet
  let written = 0
  let cents: ReadonlySet<number> = new Set()
  const first: WrittenRow[] = []
  for await (const some of rows) {
    if (written === 0 && first.length + some.length < 2) {
      first.push(...some)
      continue
    }
    const next = written === 0 ? [...first, ...some] : some
    if (written === 0) {
      cents = centColumns(sheet, next)
      yield sheetStart(next, cents)
    }
    yield rowsXml(next, written, cents)
    written += next.length
  }
  if (written === 0) yield sheetStart(first, cents) + rowsXml(first, 0, cents)
  yield sheetEnd
}

function columnWidths(rows: readonly WrittenRow[], cents: ReadonlySet<number>): number[] {
  const widths: number[] = []
  for (const row of rows.slice(0, sampledRows)) {
    for (const [at, cell] of row.entries()) {
      const length = typeof cell === 'number' && cents.has(at) ? amountLength(cell) : lengthOf(cell)
      widths[at] = Math.max(widths[at] ?? leastWidth, length + 1)
    }
  }
  return widths.map((width) => Math.min(width, mostWidth))
}

const lengthOf = (cell: WrittenCell): number =>
  cell === undefined ? 0 : typeof cell !== 'object' ? String(cell).length : 'day' in cell ? dayWidth : momentWidth

/** With two decimals, and marks between its thousands. */
function amountLength(amount: number): number {
  const { length } = amount.toFixed(2)
  return length + Math.floor((length - 1) / 3) - 1
}

/** @param before rows of the sheet that were written before @param cents columns of amounts */
function rowsXml(rows: readonly WrittenRow[], before: number, cents: ReadonlySet<number>): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const letters = Array.from({ length: width }, (_, at) => columnName(at))
  const numberStyles = letters.map((_, at) => (cents.has(at) ? ` s="${amountStyle}"` : ''))
  const lines = rows.map((row, index) => {
    const at = before + index + 1
    const style = at === 1 ? ` s="${headerStyle}"` : ''
    const cells = row.map((cell, column) =>
      cellXml(cell, `${letters[column]}${at}`, typeof cell === 'number' ? numberStyles[column] : style),
    )
    return `<row r="${at}">${cells.join('')}</row>`
  })
  return lines.join('')
}

/** A, B … Z, AA, AB … */
export function columnName(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : columnName(Math.floor(at / 26) - 1) + last
}

/** @param style attribute of texts and of numbers */
function cellXml(cell: WrittenCell, reference: string, style = ''): string {
  if (cell === undefined || cell === '') return ''
  if (typeof cell === 'string') {
    const text = escapeXml(cutText(cell, maxCellChars)).replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    return `<c r="${reference}"${style} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  }
  if (typeof cell === 'number') return `<c r="${reference}"${style}><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if ('day' in cell) return `<c r="${reference}" s="1"><v>${(cell.day - epochMs) / DAY_MS}</v></c>`
  return `<c r="${reference}" s="2"><v>${(cell.moment - epochMs) / DAY_MS}</v></c>`
}
