/** `JsonReader`: a JSON file that holds an array of objects, one record per object, never parsed as a whole. */
import { problem, type StoredProblem } from '../../worker/errors'
import { limits } from '../../worker/limits'
import { withoutInvisible } from './invisible'
import { JsonColumns } from './json-columns'
import type { FileRecord, OnRecord, RecordReader } from './reader'

/** Where in the array the reader is; `element` is the text of the object under way, from its opening brace. */
export type JsonState = {
  kind: 'json'
  place: Place
  headers: string[] | undefined
  element: string
  elementLine: number
  depth: number
  inString: boolean
  escaped: boolean
  line: number
  index: number
}

type Place = 'root' | 'first' | 'element' | 'next' | 'value' | 'done'

/**
 * Throws `file-not-json-array` (the root is not an array, an element is not an object; the fault tells the line),
 * `file-json-invalid`, `file-record-too-long`, `file-cell-too-long`, `file-too-many-columns`.
 */
export class JsonReader implements RecordReader {
  readonly #now: JsonState
  readonly warnings: readonly StoredProblem[] = []
  readonly #columns: JsonColumns
  readonly #record: FileRecord = { index: 0, line: 0, cells: [] }

  constructor(state?: JsonState) {
    this.#columns = new JsonColumns(state?.headers)
    this.#now = state
      ? { ...state }
      : {
          kind: 'json',
          place: 'root',
          headers: undefined,
          element: '',
          elementLine: 1,
          depth: 0,
          inString: false,
          escaped: false,
          line: 1,
          index: 0,
        }
  }

  get headers(): readonly string[] | undefined {
    return this.#now.index === 0 ? undefined : this.#columns.headers
  }

  push(text: string, each: OnRecord): void {
    const clean = withoutInvisible(text)
    const now = this.#now
    let at = 0
    while (at < clean.length) {
      at = now.place === 'element' ? this.#element(clean, at, each) : this.#between(clean, at)
    }
  }

  end(_each: OnRecord): void {
    const { place, line } = this.#now
    if (place === 'done') return
    if (place === 'root') throw problem('file-not-json-array')
    throw problem('file-json-invalid', { line, reason: 'the file ends before its array does' })
  }

  state(): JsonState {
    return { ...this.#now, headers: this.headers && [...this.headers] }
  }

  /** Goes on in the object under way, from `at`; returns the position after it, or the end of the text. */
  #element(text: string, at: number, each: OnRecord): number {
    const now = this.#now
    let { depth, inString, escaped, line } = now
    let next = at
    while (next < text.length) {
      const code = text.charCodeAt(next++)
      if (code === 10) line++
      if (inString) {
        if (escaped) escaped = false
        else if (code === 92) escaped = true
        else if (code === 34) inString = false
      } else if (code === 34) inString = true
      else if (code === 123 || code === 91) depth++
      else if ((code === 125 || code === 93) && --depth === 0) break
    }
    now.element += text.slice(at, next)
    now.depth = depth
    now.inString = inString
    now.escaped = escaped
    now.line = line
    if (now.element.length > limits.files.maxRecordChars) {
      throw problem('file-record-too-long', { line: now.elementLine, max: limits.files.maxRecordChars })
    }
    if (depth === 0) {
      const source = now.element
      now.element = ''
      now.place = 'next'
      this.#take(source, each)
    }
    return next
  }

  /** Takes one character outside the objects: brackets, commas and spaces. */
  #between(text: string, at: number): number {
    const now = this.#now
    const character = text.charAt(at)
    if (character === '\n') now.line++
    if (character === ' ' || character === '\n' || character === '\r' || character === '\t') return at + 1
    const { place, line } = now
    if (place === 'root') {
      if (character !== '[') throw problem('file-not-json-array')
      now.place = 'first'
    } else if (character === ']' && (place === 'first' || place === 'next')) now.place = 'done'
    else if (character === ',' && place === 'next') now.place = 'value'
    else if (character === '{' && (place === 'first' || place === 'value')) {
      now.place = 'element'
      now.elementLine = line
      return at
    } else if (/["[\-0-9tfn]/.test(character) && (place === 'first' || place === 'value')) {
      throw problem('file-not-json-array', {}, [
        { where: `line ${line}`, what: 'expected an object', value: text.slice(at, at + limits.files.maxQuotedChars) },
      ])
    } else throw problem('file-json-invalid', { line, reason: `${EXPECTED[place]} expected, not "${character}"` })
    return at + 1
  }

  #take(source: string, each: OnRecord): void {
    const cells = this.#columns.cells(source, this.#now.elementLine)
    this.#now.index++
    if (cells.every((cell) => cell === '')) return
    const record = this.#record
    record.index = this.#now.index
    record.line = this.#now.elementLine
    record.cells = cells
    each(record)
  }
}

const EXPECTED: Record<Place, string> = {
  root: '[',
  first: 'an object or ]',
  element: 'an object',
  next: ', or ]',
  value: 'an object',
  done: 'the end of the file',
}
