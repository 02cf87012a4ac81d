/** `OdsStyles`: which cell styles of an OpenDocument spreadsheet show numbers as dates or times (ODF 1.3 part 3, section 16). */
import { limits } from '../../limits'
import { attribute } from '../xml/parse'
import type { FormatKind } from './read-number-format'

const dataStyles: ReadonlyMap<string, FormatKind> = new Map([
  ['number:date-style', 'date'],
  ['number:time-style', 'time'],
])

/** The tags that `add` reads, which come before the tables. */
export const styleTags = ['style:style', ...dataStyles.keys()]

export class OdsStyles {
  readonly #formats = new Map<string, FormatKind>()
  readonly #dataStyles = new Map<string, string>()

  add(name: string, tag: string): void {
    const style = attribute(tag, 'style:name') ?? ''
    const format = dataStyles.get(name)
    const dataStyle = attribute(tag, 'style:data-style-name')
    if (this.#formats.size + this.#dataStyles.size >= limits.workbooks.maxStyles) return
    if (format !== undefined) this.#formats.set(style, format)
    else if (dataStyle !== undefined) this.#dataStyles.set(style, dataStyle)
  }

  /** The format of a cell style. */
  formatOf(style: string | undefined): FormatKind {
    return this.#formats.get(this.#dataStyles.get(style ?? '') ?? '') ?? 'number'
  }
}
