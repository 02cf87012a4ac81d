/** `JsonColumns`: the text of one JSON object → its cells. Shared by the readers of arrays and of lines. */
import { problem } from '../../worker/errors'
import { limits } from '../../worker/limits'

/**
 * The columns met so far: the keys of the first object, then every new key in order of appearance.
 * Cells: strings decoded, numbers as their exact source text, `true` and `false` as text, null as '', arrays and objects
 * as compact JSON. A key given twice in an object keeps its last value, as in JavaScript.
 */
export class JsonColumns {
  readonly headers: string[]
  readonly #columns: Map<string, number>

  constructor(headers: readonly string[] = []) {
    this.headers = [...headers]
    this.#columns = new Map(headers.map((header, column) => [header, column]))
  }

  /**
   * Reads the source text of one object, which starts at `line` of the file. Throws `file-json-invalid`,
   * `file-too-many-columns`, `file-cell-too-long`.
   */
  cells(source: string, line: number): string[] {
    validate(source, line)
    const cells = new Array<string>(this.headers.length).fill('')
    // The source is known to be valid from here on: every search below finds what it looks for.
    let at = skipSpace(source, source.indexOf('{') + 1)
    while (source.charCodeAt(at) !== CLOSE_BRACE) {
      const keyEnd = stringEnd(source, at)
      const key = stringAt(source, at, keyEnd)
      const start = skipSpace(source, source.indexOf(':', keyEnd) + 1)
      const end = valueEnd(source, start)
      const column = this.#columns.get(key) ?? this.#append(key, cells)
      const cell = cellOf(source, start, end)
      if (cell.length > limits.files.maxCellChars) {
        throw problem('file-cell-too-long', { line, max: limits.files.maxCellChars, column: column + 1 })
      }
      cells[column] = cell
      at = skipSpace(source, end)
      if (source.charCodeAt(at) === COMMA) at = skipSpace(source, at + 1)
    }
    return cells
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

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

function validate(source: string, line: number): void {
  try {
    JSON.parse(source)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // V8 says where in the text it was given; only the line of the file means something to the reader of the message.
    const position = Number(/at position (\d+)/.exec(message)?.[1] ?? 0)
    const reason = message.replace(/(?: in JSON)?(?: at position \d+)?(?: \(line \d+ column \d+\))?$/, '')
    throw problem('file-json-invalid', { line: line + source.slice(0, position).split('\n').length - 1, reason })
  }
}

function cellOf(source: string, start: number, end: number): string {
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
  const inside = source.slice(start + 1, end - 1)
  return inside.includes('\\') ? String(JSON.parse(source.slice(start, end))) : inside
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
