/** `OdsSheetReader`: the XML of an OpenDocument spreadsheet in, the rows of one of its sheets out (ODF 1.3 part 3, section 9). */
import { limits } from '../../limits'
import { attribute, decoded, ElementScanner, openingTag, withoutElements } from '../xml/parse'
import { addMergedCells, type MergedCells } from './merged-cells'
import { OdsStyles, styleTags } from './ods-styles'
import { type FormatKind, isDated } from './read-number-format'
import { dateOfIso, dateOfSerial, type OnSheetRow, type SheetCell, timeText } from './row'

export class OdsSheetReader {
  readonly #sheet: number
  readonly #scanner = new ElementScanner(
    { elements: ['table:table-row'], marks: ['table:table', '/table:table', ...styleTags] },
    limits.workbooks.maxRowChars,
  )
  readonly #styles = new OdsStyles()
  readonly mergedCells: MergedCells[] = []
  readonly #sheets: string[] = []
  #depth = 0
  #rows = 0

  /** @param sheet 1-based */
  constructor(sheet: number) {
    this.#sheet = sheet
  }

  /** The names of the sheets read so far. */
  get sheets(): readonly string[] {
    return this.#sheets
  }

  push(text: string, each: OnSheetRow): void {
    this.#scanner.push(text, (name, xml) => {
      if (name === 'table:table') {
        // A table inside a cell is not a sheet.
        if (++this.#depth === 1) this.#sheets.push(attribute(openingTag(xml), 'table:name') ?? '')
      } else if (name === '/table:table') this.#depth--
      else if (name !== 'table:table-row') this.#styles.add(name, xml)
      else if (this.#sheets.length === this.#sheet && this.#depth === 1) this.#row(xml, each)
    })
  }

  /** Whether the text ends within a sheet: it is truncated. */
  get isIncomplete(): boolean {
    return this.#depth > 0 || this.#scanner.isIncomplete
  }

  #row(xml: string, each: OnSheetRow): void {
    const repeated = repeats(openingTag(xml), 'table:number-rows-repeated')
    const cells = cellsOf(xml, this.#styles, (column, tag) => this.#addMerged(column, tag))
    // One element stands for all the empty rows at the end of a sheet.
    if (cells.length > 0) each({ number: this.#rows + 1, times: repeated, cells })
    this.#rows += repeated
  }

  #addMerged(column: number, tag: string): void {
    const from = this.#rows + 1
    const right = column + spans(tag, 'columns') - 1
    addMergedCells(this.mergedCells, { from, to: from + spans(tag, 'rows') - 1, left: column, right })
  }
}

function spans(tag: string, direction: 'rows' | 'columns'): number {
  return Number(attribute(tag, `table:number-${direction}-spanned`) ?? 1)
}

const cellName = /^<table:(?:covered-)?table-cell[\s/>]/

function cellsOf(
  row: string,
  styles: OdsStyles,
  onMerged: (column: number, tag: string) => void,
): (SheetCell | undefined)[] {
  const cells: (SheetCell | undefined)[] = []
  let column = 0
  for (let at = row.indexOf('<table:', 1); at >= 0; ) {
    const isCell = cellName.test(row.slice(at, at + 28))
    if (!isCell) {
      at = row.indexOf('<table:', at + 1)
      continue
    }
    const tagEnd = row.indexOf('>', at)
    const tag = row.slice(at, tagEnd + 1)
    const repeated = repeats(tag, 'table:number-columns-repeated')
    if (tag.includes('table:number-rows-spanned')) onMerged(column, tag)
    const isClosed = row.charCodeAt(tagEnd - 1) === 47
    const isCovered = tag.startsWith('<table:covered')
    const closing = isCovered ? '</table:covered-table-cell>' : '</table:table-cell>'
    const end = isClosed ? tagEnd : row.indexOf(closing, tagEnd)
    if (end < 0) break
    // What a merged cell covers is not shown.
    const cell = isCovered ? undefined : cellOf(tag, isClosed ? '' : row.slice(tagEnd + 1, end), styles)
    if (cell !== undefined && cell !== '') {
      // A cell beyond the limit of columns is one after the last: a header with it is rejected by its number of cells.
      const beyond = limits.files.maxColumns + 1
      const last = Math.min(column + repeated, beyond + 1)
      for (let to = Math.min(column, beyond); to < last; to++) cells[to] = cell
    }
    column += repeated
    at = row.indexOf('<table:', end + 1)
  }
  return cells
}

function repeats(tag: string, name: string): number {
  return Math.max(1, Number(attribute(tag, name) ?? 1) || 1)
}

function cellOf(tag: string, body: string, styles: OdsStyles): SheetCell | undefined {
  switch (attribute(tag, 'office:value-type')) {
    case 'float':
      return (
        codeOf(attribute(tag, 'office:value'), paragraphs(body)) ??
        numberOf(attribute(tag, 'office:value'), styles.formatOf(attribute(tag, 'table:style-name')))
      )
    case 'percentage':
      return percentOf(attribute(tag, 'office:value'))
    case 'currency':
      return attribute(tag, 'office:value')
    case 'boolean':
      return attribute(tag, 'office:boolean-value')
    case 'date':
      return dateOf(attribute(tag, 'office:date-value') ?? '')
    case 'time':
      return durationText(attribute(tag, 'office:time-value') ?? '')
    default:
      // An error has an empty value, and its name as the text.
      return linkOf(body) ?? (attribute(tag, 'office:string-value') || paragraphs(body))
  }
}

/** The value of a cell that is a link is its address; a link among other text is part of the text. */
function linkOf(body: string): string | undefined {
  const at = body.indexOf('<text:a ')
  if (at < 0) return undefined
  const tagEnd = body.indexOf('>', at) + 1
  const end = body.indexOf('</text:a>', tagEnd)
  const isWhole = end >= 0 && inlineText(body.slice(tagEnd, end)).trim() === paragraphs(body).trim()
  return isWhole ? attribute(body.slice(at, tagEnd), 'xlink:href') : undefined
}

/** The shown text of a number that its format fills with zeros on the left: a code. */
function codeOf(value: string | undefined, shown: string | undefined): string | undefined {
  const digits = shown?.replace(/\s/g, '')
  return digits !== undefined && /^0\d+$/.test(digits) && Number(digits) === Number(value) ? digits : undefined
}

/** Some programs write dates as numbers: only their style says that they are dates. */
function numberOf(value: string | undefined, format: FormatKind): SheetCell | undefined {
  const number = Number(value)
  if (value === undefined || !isDated(format) || Number.isNaN(number)) return value
  return format === 'date' ? dateOfSerial(number) : timeText(number)
}

function percentOf(value: string | undefined): SheetCell | undefined {
  const number = Number(value)
  return value === undefined || Number.isNaN(number) ? value : { percent: number }
}

/** Sheets show the local time of a date: its time zone is ignored. */
function dateOf(value: string): SheetCell {
  const local = value.replace(/(?:Z|[+-]\d\d:\d\d)$/, '')
  return dateOfIso(local.includes('T') ? `${local.replace(/(\.\d{3})\d+$/, '$1')}Z` : local) ?? value
}

/** `PT12H30M05S` as `12:30:05`. */
function durationText(value: string): string {
  const [, sign = '', hours, minutes, seconds] =
    /^(-?)PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?$/.exec(value) ?? []
  if (hours === undefined && minutes === undefined && seconds === undefined) return value
  return `${sign}${[hours, minutes, seconds].map((part) => (part ?? '0').padStart(2, '0')).join(':')}`
}

/** One line per paragraph, without comments. */
function paragraphs(body: string): string {
  const visible = body.includes('<office:annotation') ? withoutElements(body, ['office:annotation']) : body
  const texts: string[] = []
  for (let at = visible.indexOf('<text:p'); at >= 0; at = visible.indexOf('<text:p', at + 1)) {
    const tagEnd = visible.indexOf('>', at)
    if (tagEnd < 0) break
    if (visible.charCodeAt(tagEnd - 1) === 47) {
      texts.push('')
      continue
    }
    const end = visible.indexOf('</text:p>', tagEnd)
    if (end < 0) break
    texts.push(inlineText(visible.slice(tagEnd + 1, end)))
    at = end
  }
  return texts.join('\n')
}

function inlineText(xml: string): string {
  if (!xml.includes('<')) return decoded(xml)
  const plain = xml
    .replace(/<text:s(?:\s+text:c="(\d{1,4})")?\s*\/>/g, (_, count) => ' '.repeat(Number(count ?? 1)))
    .replace(/<text:tab\s*\/>/g, '\t')
    .replace(/<text:line-break\s*\/>/g, '\n')
    .replace(/<[^<>]*>/g, '')
  return decoded(plain)
}
