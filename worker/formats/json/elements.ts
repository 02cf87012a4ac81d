/** `JsonElements`: the source texts of the objects of a JSON array, which is never parsed as a whole. */
import { problem, untranslated } from '../../errors'
import { limits } from '../../limits'
import { type Nesting, skipNested } from './nesting'

/** The position in the array; `element` is the text of the current object, from its opening brace. */
export type JsonElementsState = Nesting & { place: ParserPosition; element: string; elementLine: number }

type ParserPosition = 'root' | 'first' | 'element' | 'next' | 'value' | 'done'

/** Receives the source text of an object, and the line where it starts. */
type OnElement = (source: string, line: number) => void

/**
 * Throws `file-not-json-array` (the root is not an array, or an element is not an object; the detail has the line),
 * `file-json-invalid`, `file-record-too-long`.
 */
export class JsonElements {
  readonly #now: JsonElementsState

  constructor(state?: JsonElementsState) {
    this.#now = state
      ? { ...state }
      : { place: 'root', element: '', elementLine: 1, depth: 0, inString: false, escaped: false, line: 1, tokens: 0 }
  }

  push(text: string, each: OnElement): void {
    const now = this.#now
    let at = 0
    while (at < text.length) {
      at = now.place === 'element' ? this.#element(text, at, each) : this.#between(text, at)
    }
  }

  end(): void {
    const { place, line } = this.#now
    if (place === 'done') return
    if (place === 'root') throw problem('file-not-json-array')
    throw problem('file-json-invalid', {
      line,
      reason: { en: 'the file ends before its array does', fr: 'le fichier se termine avant la fin de son tableau' },
    })
  }

  state(): JsonElementsState {
    return { ...this.#now }
  }

  /** Continues the current object from `at`; returns the position after it, or the end of the text. */
  #element(text: string, at: number, each: OnElement): number {
    const now = this.#now
    const next = skipNested(text, at, now, 0)
    now.element += text.slice(at, next)
    if (now.element.length > limits.files.maxRecordChars) {
      throw problem('file-record-too-long', { line: now.elementLine, max: limits.files.maxRecordChars })
    }
    if (now.depth === 0) {
      const source = now.element
      now.element = ''
      now.place = 'next'
      each(source, now.elementLine)
    }
    return next
  }

  /** Reads one character outside the objects: brackets, commas and spaces. */
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
    } else
      throw problem('file-json-invalid', {
        line,
        reason: untranslated(`${EXPECTED[place]} expected, not "${character}"`),
      })
    return at + 1
  }
}

const EXPECTED: Record<ParserPosition, string> = {
  root: '[',
  first: 'an object or ]',
  element: 'an object',
  next: ', or ]',
  value: 'an object',
  done: 'the end of the file',
}
