import { strToU8, zipSync } from 'fflate'
import { writeZip, type ZipFile } from '../archive/write-zip'
import { escapeXml } from '../xml/escape'
import { centColumns, type Sheet, type StreamedSheet, type WrittenCell, type WrittenRow } from './sheet'

/** Media type of an OpenDocument spreadsheet. */
export const odsType = 'application/vnd.oasis.opendocument.spreadsheet'

/** Fixed, so that the same lines give the same bytes and the same ETag. The first date of the zip format. */
const zipDate = new Date(1980, 0, 1)

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const spaces = 'urn:oasis:names:tc:opendocument:xmlns'

const fileEntry = (path: string, attributes: string): string =>
  `<manifest:file-entry manifest:full-path="${path}" ${attributes}/>`
const xmlPart = (path: string): string => fileEntry(path, 'manifest:media-type="text/xml"')

const manifest =
  `${declaration}<manifest:manifest xmlns:manifest="${spaces}:manifest:1.0" manifest:version="1.2">` +
  fileEntry('/', `manifest:version="1.2" manifest:media-type="${odsType}"`) +
  `${xmlPart('content.xml')}${xmlPart('styles.xml')}</manifest:manifest>`

/** The part of styles is optional in ODF, but SheetJS opens no spreadsheet without it. */
const documentStyles =
  `${declaration}<office:document-styles xmlns:office="${spaces}:office:1.0" office:version="1.2">` +
  '<office:styles/></office:document-styles>'

const longPart = (part: string): string => `<number:${part} number:style="long"/>`
const day = `${longPart('year')}<number:text>-</number:text>${longPart('month')}<number:text>-</number:text>${longPart('day')}`
const hour = `${longPart('hours')}<number:text>:</number:text>${longPart('minutes')}<number:text>:</number:text>${longPart('seconds')}`

const cellStyle = (name: string, data: string): string =>
  `<style:style style:name="${name}" style:family="table-cell" style:data-style-name="${data}"/>`

const styles =
  `<office:automatic-styles><number:date-style style:name="nd">${day}</number:date-style>` +
  `<number:date-style style:name="nm">${day}<number:text> </number:text>${hour}</number:date-style>` +
  '<number:number-style style:name="na"><number:number number:decimal-places="2" number:min-integer-digits="1" ' +
  'number:grouping="true"/></number:number-style>' +
  `${cellStyle('d', 'nd')}${cellStyle('m', 'nm')}${cellStyle('a', 'na')}</office:automatic-styles>`

const names = { office: 'office', table: 'table', text: 'text', style: 'style', number: 'datastyle' }
const namespaces = Object.entries(names).map(([prefix, name]) => `xmlns:${prefix}="${spaces}:${name}:1.0"`)
const contentStart =
  `${declaration}<office:document-content ${namespaces.join(' ')} office:version="1.2">${styles}` +
  '<office:body><office:spreadsheet>'
const contentEnd = '</office:spreadsheet></office:body></office:document-content>'

/** An OpenDocument spreadsheet. Strings are written as strings, whatever they begin with (no formulas), at any length. */
export function ods(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const content = contentStart + sheets.map(tableXml).join('') + contentEnd
  return zipSync(
    {
      // First and uncompressed, so that the type of the file can be read at its start.
      mimetype: [strToU8(odsType), { level: 0 }],
      'META-INF/manifest.xml': strToU8(manifest),
      'content.xml': strToU8(content),
      'styles.xml': strToU8(documentStyles),
    },
    { mtime: zipDate },
  )
}

/**
 * The same with a first sheet of any size, in constant memory.
 *
 * @param beside the sheets after it, once its rows are written
 */
export async function* streamOds(first: StreamedSheet, beside: () => readonly Sheet[]): AsyncGenerator<Uint8Array> {
  async function* content(): AsyncGenerator<Uint8Array> {
    yield strToU8(contentStart + tableStart(first.name))
    let cents: ReadonlySet<number> | undefined
    for await (const rows of first.rows) {
      // The header may come alone.
      const isHeader = !cents && rows.length < 2
      if (!isHeader) cents ??= centColumns(first, rows)
      yield strToU8(rowsXml(rows, cents))
    }
    yield strToU8(tableEnd + beside().map(tableXml).join('') + contentEnd)
  }
  async function* files(): AsyncGenerator<ZipFile> {
    // Readers do not find the end of an uncompressed entry whose size follows it.
    yield { path: 'mimetype', bytes: () => once(odsType), deflated: true }
    yield { path: 'META-INF/manifest.xml', bytes: () => once(manifest), deflated: true }
    yield { path: 'content.xml', bytes: content, deflated: true }
    yield { path: 'styles.xml', bytes: () => once(documentStyles), deflated: true }
  }
  yield* writeZip(files())
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield strToU8(text)
}

const tableXml = (sheet: Sheet): string =>
  tableStart(sheet.name) + rowsXml(sheet.rows, centColumns(sheet, sheet.rows)) + tableEnd
const tableStart = (name: string): string => `<table:table table:name="${escapeXml(name)}">`
const tableEnd = '</table:table>'

/** @param cents columns of amounts */
function rowsXml(rows: readonly WrittenRow[], cents: ReadonlySet<number> = new Set()): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const styles = Array.from({ length: width }, (_, at) => (cents.has(at) ? 'table:style-name="a" ' : ''))
  return rows
    .map((row) => `<table:table-row>${row.map((cell, at) => cellXml(cell, styles[at])).join('')}</table:table-row>`)
    .join('')
}

/** @param numberStyle attribute of numbers */
function cellXml(cell: WrittenCell, numberStyle = ''): string {
  if (cell === undefined || cell === '') return '<table:table-cell/>'
  if (typeof cell === 'string') return typed('string', '', paragraphs(cell))
  if (typeof cell === 'number')
    return typed('float', `${numberStyle}office:value="${cell}"`, `<text:p>${cell}</text:p>`)
  if (typeof cell === 'boolean') return typed('boolean', `office:boolean-value="${cell}"`, `<text:p>${cell}</text:p>`)
  const isDay = 'day' in cell
  const written = new Date(isDay ? cell.day : cell.moment).toISOString().slice(0, isDay ? 10 : -1)
  const style = `table:style-name="${isDay ? 'd' : 'm'}"`
  return typed('date', `${style} office:date-value="${written}"`, `<text:p>${written.replace('T', ' ')}</text:p>`)
}

const typed = (type: string, attributes: string, content: string): string =>
  `<table:table-cell office:value-type="${type}" ${attributes}>${content}</table:table-cell>`

/** Each line is a paragraph; consecutive spaces need an element of their own. */
function paragraphs(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(
      (line) =>
        `<text:p>${escapeXml(line)
          .replace(/\t/g, '<text:tab/>')
          .replace(/ {2,}|^ /g, spacesXml)}</text:p>`,
    )
    .join('')
}

const spacesXml = (run: string): string => `<text:s text:c="${run.length}"/>`
