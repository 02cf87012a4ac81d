/** `XlsxSheetReader`: the XML of one worksheet in, rows out (ECMA-376 part 1, 18.3). */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { attribute, decoded, ElementScanner, openingTag } from '../xml/parse'
import { CellAttributes } from './cell-attributes'
import { addMergedCells, type MergedCells } from './merged-cells'
import { numberCell } from './number-cell'
import type { FormatKind } from './read-number-format'
import { dateOfIso, type OnSheetRow, type SheetCell } from './row'
import { type StringReader, stringReader, withoutEscapes } from './xlsx-string'

/** The parts that a sheet refers to: strings by index, the kind of each style, links by cell (`B2`). */
export type SheetContext = {
  strings: readonly string[]
  styles: readonly FormatKind[]
  links: ReadonlyMap<string, string>
  /** Days are counted from 1904 instead of 1900. */
  from1904: boolean
}

export class XlsxSheetReader {
  /** Formulas without a stored result, which programs write that compute none (openpyxl). */
  uncomputed = 0
  readonly mergedCells: MergedCells[] = []
  readonly #context: SheetContext
  #scanner: ElementScanner | undefined
  #start = ''
  #names = namesOf('')
  readonly #attributes = new CellAttributes()
  #rows = 0
  /** The marks of merged cells, and of the end of the sheet. */
  #merge = ''
  #end = ''
  #hasEnded = false

  constructor(context: SheetContext) {
    this.#context = context
  }

  push(text: string, each: OnSheetRow): void {
    if (!this.#scanner) {
      this.#start += text
      const root = /<(\w+:)?worksheet[\s>]/.exec(this.#start)
      // Some programs write every name with a prefix, which is that of the root.
      if (!root && this.#start.length < limits.files.chunkBytes) return
      const prefix = root?.[1] ?? ''
      this.#names = namesOf(prefix)
      this.#merge = `${prefix}mergeCell`
      this.#end = `/${prefix}worksheet`
      this.#scanner = new ElementScanner(
        { elements: [`${prefix}row`], marks: [this.#merge, this.#end] },
        limits.workbooks.maxRowChars,
      )
      this.#scan(this.#start, each)
      this.#start = ''
      return
    }
    this.#scan(text, each)
  }

  /** @throws `workbook-invalid` for a sheet that is cut */
  end(): void {
    if (!this.#hasEnded) throw problem('workbook-invalid')
  }

  #scan(text: string, each: OnSheetRow): void {
    this.#scanner?.push(text, (name, xml) => {
      if (name === this.#end) {
        this.#hasEnded = true
        return
      }
      if (name === this.#merge) {
        this.#addMerged(attribute(openingTag(xml), 'ref') ?? '')
        return
      }
      const number = Number(attribute(openingTag(xml), 'r')) || this.#rows + 1
      this.#rows = number
      each({ number, cells: this.#cells(xml) })
    })
  }

  /** @param reference an area, `A2:A5` */
  #addMerged(reference: string): void {
    const [, first = '', from, last = '', to] =
      /^\$?([A-Z]{1,3})\$?(\d+):\$?([A-Z]{1,3})\$?(\d+)$/.exec(reference) ?? []
    addMergedCells(this.mergedCells, {
      from: Number(from),
      to: Number(to),
      left: columnOf(first),
      right: columnOf(last),
    })
  }

  #cells(row: string): (SheetCell | undefined)[] {
    const cells: (SheetCell | undefined)[] = []
    const { open, close } = this.#names
    const attributes = this.#attributes
    let column = -1
    for (let at = row.indexOf(open, 1); at >= 0; ) {
      const next = row.charCodeAt(at + open.length)
      if (next > 32 && next !== 62 && next !== 47) {
        at = row.indexOf(open, at + 1)
        continue
      }
      const tagEnd = row.indexOf('>', at)
      attributes.read(row, at + open.length, tagEnd)
      const { reference } = attributes
      column = reference === undefined ? column + 1 : columnOf(reference)
      let end = tagEnd
      if (row.charCodeAt(tagEnd - 1) !== 47) {
        end = row.indexOf(close, tagEnd)
        if (end < 0) break
        if (column >= 0) {
          const cell = this.#links(reference) ?? this.#cell(row.slice(tagEnd + 1, end))
          // A cell beyond the limit of columns is one after the last: a header with it is rejected by its number of cells.
          if (cell !== undefined && cell !== '') cells[Math.min(column, limits.files.maxColumns + 1)] = cell
        }
      }
      at = row.indexOf(open, end)
    }
    return cells
  }

  #links(reference: string | undefined): string | undefined {
    const { links } = this.#context
    return links.size === 0 || reference === undefined ? undefined : links.get(reference)
  }

  #cell(body: string): SheetCell | undefined {
    const { type, style } = this.#attributes
    if (type === 'inlineStr') return this.#names.string(body)
    const value = contentOf(body, this.#names)
    // An empty text is a result.
    if (!value && type !== 'str' && body.includes(this.#names.formula)) this.uncomputed++
    if (value === undefined || value === '') return undefined
    switch (type) {
      case 's':
        return this.#sharedString(value)
      case 'b':
        return booleanOf(decoded(value).trim().toLowerCase())
      case 'str':
        return withoutEscapes(decoded(value))
      case 'e':
        return decoded(value)
      case 'd':
        return dateOfIso(/\d$/.test(value) && value.includes('T') ? `${value}Z` : value) ?? decoded(value)
      default:
        return this.#number(value, this.#context.styles[style] ?? 'number')
    }
  }

  /** @throws `workbook-invalid` for a string that the workbook does not have: its cell would be lost without a word */
  #sharedString(index: string): string {
    const string = this.#context.strings[Number(index)]
    if (string === undefined) throw problem('workbook-invalid')
    return string
  }

  #number(text: string, kind: FormatKind): SheetCell {
    const number = Number(text)
    // A number beyond those of a double stays text.
    if (!Number.isFinite(number)) return decoded(text)
    if (kind === 'number' && text.length < 16 && plainNumber.test(text)) return text
    // Excel stores 15 significant digits. Longer integers of other programs, such as identifiers, would be rounded by a double: they stay text.
    if (kind === 'number' && /^-?[1-9]\d{15,}$/.test(text)) return text
    return numberCell(number, kind, this.#context.from1904)
  }
}

/** The text of a boolean; another text is what the cell shows. */
const booleanOf = (text: string): string =>
  text === '1' || text === 'true' ? 'true' : text === '0' || text === 'false' ? 'false' : text

/** A number of few digits, whose text is the one that `String` gives. */
const plainNumber = /^-?(?:\d+|(?:0|[1-9]\d*)\.\d{0,4}[1-9])$/

/** Tags of a cell, of its value and of its text, in the prefix of the file. */
type Names = { open: string; close: string; value: string; valueEnd: string; formula: string; string: StringReader }

const namesOf = (prefix: string): Names => ({
  open: `<${prefix}c`,
  close: `</${prefix}c>`,
  value: `<${prefix}v`,
  valueEnd: `</${prefix}v>`,
  string: stringReader(prefix),
  formula: `<${prefix}f`,
})

/** The value of a cell. */
function contentOf(body: string, { value, valueEnd }: Names): string | undefined {
  const at = body.indexOf(value)
  if (at < 0) return undefined
  const start = body.indexOf('>', at) + 1
  const end = body.indexOf(valueEnd, start)
  return end < 0 ? undefined : body.slice(start, end)
}

/** `AB12` → 27. */
function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at)
    if (code < 65) break
    column = column * 26 + (code & 31)
  }
  return column - 1
}
