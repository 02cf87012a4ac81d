/** `JsonColumns`: the text of one JSON object → its cells. Used by the readers of JSON arrays and of NDJSON. */
import { problem, untranslated } from '../../errors'
import { limits } from '../../limits'
import { excerptOf } from '../../schema/cut-text'
import { wellFormedJson } from '../../schema/well-formed'
import type { ReplacedEscapes } from '../record-reader'

/** The columns read so far, in order of appearance. */
export class Columns {
  readonly headers: string[]
  /** Escapes of lone surrogates that became U+FFFD. */
  replaced: ReplacedEscapes | undefined
  readonly #columns: Map<string, number>

  constructor(headers: readonly string[] = []) {
    this.headers = [...headers]
    this.#columns = new Map(headers.map((header, column) => [header, column]))
  }

  /** A new row of empty cells. */
  empty(): string[] {
    return new Array<string>(this.headers.length).fill('')
  }

  /** Puts a value in its column, which is added when it is new. @throws `file-too-many-columns`, `file-value-too-long` */
  put(cells: string[], key: string, cell: string, line: number, max: number = limits.files.maxCellChars): void {
    const column = this.#columns.get(key) ?? this.#append(key, cells)
    if (cell.length > max) throw problem('file-value-too-long', { line, max, key: excerptOf(key) })
    cells[column] = cell
  }

  /** The source text of an object at `line`, valid and with well-formed strings. @throws `file-json-invalid` */
  protected checked(source: string, line: number): string {
    validate(source, line)
    const { json, replaced } = wellFormedJson(source)
    if (replaced > 0)
      this.replaced = { count: replaced + (this.replaced?.count ?? 0), line: this.replaced?.line ?? line }
    return json
  }

  #append(key: string, cells: string[]): number {
    const column = this.headers.length
    if (column >= limits.files.maxColumns) {
      throw problem('file-too-many-columns', { columns: column + 1, max: limits.files.maxColumns })
    }
    this.headers.push(key)
    this.#columns.set(key, column)
    cells.push('')
    return column
  }
}

/**
 * Columns of JSON objects: the keys of the first object, then every new key. Cells: strings decoded, numbers as their
 * exact source text, `true` and `false` as text, null as '', arrays and objects as compact JSON. A duplicate key of an
 * object has its last value, as in JavaScript.
 */
export class JsonColumns extends Columns {
  /** Reads the source text of one object, which starts at `line` of the file. @throws `file-json-invalid`, as `put` */
  cells(source: string, line: number): string[] {
    const json = this.checked(source, line)
    const cells = this.empty()
    eachMember(json, json.indexOf('{'), (key, start, end) => this.put(cells, key, jsonCell(json, start, end), line))
    return cells
  }
}

/** Calls back for each member of the object that opens at `at` of a valid source. */
export function eachMember(source: string, at: number, each: (key: string, start: number, end: number) => void): void {
  // The source is valid JSON: every search below succeeds.
  let next = skipSpace(source, at + 1)
  while (source.charCodeAt(next) !== CLOSE_BRACE) {
    const keyEnd = stringEnd(source, next)
    const key = stringAt(source, next, keyEnd)
    const start = skipSpace(source, source.indexOf(':', keyEnd) + 1)
    const end = valueEnd(source, start)
    each(key, start, end)
    next = skipSpace(source, end)
    if (source.charCodeAt(next) === COMMA) next = skipSpace(source, next + 1)
  }
}

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/** @throws `file-json-invalid` when the source is not JSON */
export function validate(source: string, line: number): void {
  try {
    JSON.parse(source)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // V8 reports a position in this text; the message must have the line of the file instead.
    const position = Number(/at position (\d+)/.exec(message)?.[1] ?? 0)
    const reason = message.replace(/(?: in JSON)?(?: at position \d+)?(?: \(line \d+ column \d+\))?$/, '')
    throw problem('file-json-invalid', {
      line: line + source.slice(0, position).split('\n').length - 1,
      reason: untranslated(reason),
    })
  }
}

/** The cell of the value between `start` and `end`. */
export function jsonCell(source: string, start: number, end: number): string {
  switch (source.charCodeAt(start)) {
    case QUOTE:
      return stringAt(source, start, end)
    case OPEN_BRACE:
    case OPEN_BRACKET:
      return compact(source.slice(start, end))
    case 110:
      return ''
    default:
      return source.slice(start, end)
  }
}

function stringAt(source: string, start: number, end: number): string {
  const content = source.slice(start + 1, end - 1)
  return content.includes('\\') ? String(JSON.parse(source.slice(start, end))) : content
}

/** JSON without the spaces between tokens, its strings in their shortest form, its numbers untouched. */
function compact(source: string): string {
  let text = ''
  let at = 0
  for (;;) {
    const quote = source.indexOf('"', at)
    text += source.slice(at, quote < 0 ? source.length : quote).replace(/\s+/g, '')
    if (quote < 0) return text
    at = stringEnd(source, quote)
    const string = source.slice(quote, at)
    text += string.includes('\\') ? JSON.stringify(JSON.parse(string)) : string
  }
}

function skipSpace(source: string, at: number): number {
  let next = at
  while (source.charCodeAt(next) <= 32) next++
  return next
}

/** The position after the string that opens at `at`. */
function stringEnd(source: string, at: number): number {
  let close = source.indexOf('"', at + 1)
  while (isEscaped(source, close)) close = source.indexOf('"', close + 1)
  return close + 1
}

function isEscaped(source: string, at: number): boolean {
  let slashes = 0
  while (source.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++
  return slashes % 2 === 1
}

/** The position after the value that starts at `at`. */
function valueEnd(source: string, at: number): number {
  let depth = 0
  let next = at
  for (;;) {
    const code = source.charCodeAt(next)
    if (code === QUOTE) {
      next = stringEnd(source, next)
      if (depth === 0) return next
      continue
    }
    if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (depth === 0) return next
      depth--
      if (depth === 0) return next + 1
    } else if (depth === 0 && (code === COMMA || code <= 32)) return next
    next++
  }
}
