/** `JsonText`: JSON of another server, of which one value at a time is parsed. */
import { type Problem, problem, type Reason } from '../../errors'
import { limits } from '../../limits'
import { parseReplacing } from '../../schema/well-formed'
import { parsePath } from '../json-path'

const [quote, backslash, comma, colon] = [34, 92, 44, 58]
const decoder = new TextDecoder()
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125]

/**
 * JSON as UTF-8 bytes. Records are parsed one after the other: objects take some twenty times the memory of their text.
 *
 * Its methods throw `collector-data-invalid` for text that is not JSON, and for a value with more brackets, commas and colons than
 * `limits.collectors.maxValueTokens`, or more levels than `limits.http.maxJsonNesting`.
 */
export class JsonText {
  readonly #bytes: Uint8Array
  readonly #source: Reason
  /** Whether a list ends where the text was cut. */
  readonly #isStart: boolean

  /** @param source what the text is, for errors: "the response of example.org" */
  constructor(bytes: Uint8Array, source: Reason, isStart = false) {
    // A byte order mark may come first.
    const text = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
    this.#bytes = isStart ? closed(text) : text
    this.#source = source
    this.#isStart = isStart
  }

  /** The value at a path, the whole for an empty path; undefined where there is none, or when the path is malformed. */
  valueAt(path: string): unknown {
    const at = this.#find(path)
    return at === undefined ? undefined : this.#parse(at)
  }

  /** The items of the list at a path, an object as a list of one. @throws `collector-data-invalid` when neither is there */
  *itemsAt(path: string): Generator<unknown> {
    const at = this.#find(path)
    const opening = at === undefined ? undefined : this.#bytes[at]
    if (at !== undefined && opening === openObject) yield this.#parse(at)
    else if (at !== undefined && opening === openList) {
      for (const item of this.#children(at)) yield this.#parse(item.at)
      // A text that ends after its list is not whole.
      if (this.#space(this.#scan(this.#space(0)).end) < this.#bytes.length) throw this.#notJson()
    } else throw this.#noList(path)
  }

  #find(path: string): number | undefined {
    const root = this.#space(0)
    if (root >= this.#bytes.length) throw this.#notJson()
    let at: number | undefined = root
    for (const step of parsePath(path) ?? [undefined]) {
      at = at === undefined || step === undefined ? undefined : this.#child(at, String(step))
    }
    return at
  }

  #child(parent: number, name: string): number | undefined {
    for (const child of this.#children(parent)) if (child.name === name) return child.at
    return undefined
  }

  /** The names and positions of the members of an object or the items of a list; none of another value. */
  *#children(parent: number): Generator<{ name: string; at: number }> {
    const isObject = this.#bytes[parent] === openObject
    if (!isObject && this.#bytes[parent] !== openList) return
    const closing = isObject ? closeObject : closeList
    let at = this.#space(parent + 1)
    if (this.#bytes[at] === closing) return
    for (let index = 0; ; index++) {
      let name = String(index)
      if (isObject) {
        const end = this.#scan(at).end
        name = String(this.#parse(at))
        at = this.#space(end)
        if (this.#bytes[at] !== colon) throw this.#notJson()
        at = this.#space(at + 1)
      }
      yield { name, at }
      at = this.#space(this.#scan(at).end)
      if (this.#bytes[at] === closing) return
      if (this.#bytes[at] !== comma) throw this.#notJson()
      at = this.#space(at + 1)
    }
  }

  #parse(at: number): unknown {
    const { end, tokens, depth } = this.#scan(at)
    const { maxValueTokens } = limits.collectors
    const { maxJsonNesting } = limits.http
    const { en, fr } = this.#source
    if (tokens > maxValueTokens) {
      throw invalid({
        en: `a value of ${en} has more than ${maxValueTokens} brackets, commas and colons. Give the path of its records, or shorter ones`,
        fr: `une valeur de ${fr} a plus de ${maxValueTokens} crochets, virgules et deux-points. Indiquez le chemin de ses enregistrements, ou de plus courts`,
      })
    }
    if (depth > maxJsonNesting) {
      throw invalid({
        en: `a value of ${en} has more than ${maxJsonNesting} levels`,
        fr: `une valeur de ${fr} a plus de ${maxJsonNesting} niveaux`,
      })
    }
    try {
      return parseReplacing(decoder.decode(this.#bytes.subarray(at, end)))
    } catch {
      throw this.#notJson()
    }
  }

  /** The end of the value at a position, its brackets, commas and colons, and its levels. */
  #scan(start: number): { end: number; tokens: number; depth: number } {
    const bytes = this.#bytes
    let [at, open, tokens, depth] = [start, 0, 0, 0]
    for (; at < bytes.length; at++) {
      const code = bytes[at]
      if (code === quote) at = stringEnd(bytes, at) - 1
      else if (code === openList || code === openObject) {
        tokens++
        depth = Math.max(depth, ++open)
      } else if (code === closeList || code === closeObject) {
        if (open === 0) break
        if (--open === 0) return { end: at + 1, tokens, depth }
      } else if (code === comma || code === colon) {
        if (open === 0) break
        tokens++
      }
    }
    if (open > 0 || at === start) throw this.#notJson()
    return { end: at, tokens, depth }
  }

  #space(start: number): number {
    let at = start
    while (this.#bytes[at] === 32 || this.#bytes[at] === 10 || this.#bytes[at] === 13 || this.#bytes[at] === 9) at++
    return at
  }

  #notJson(): Problem {
    return invalid({ en: `${this.#source.en} is not JSON`, fr: `${this.#source.fr} n'est pas du JSON` })
  }

  #noList(path: string): Problem {
    const kb = limits.collectors.previewBytes / 1_000
    return this.#isStart
      ? invalid({
          en: `there is no list at "${path}" in the first ${kb} kB of the response`,
          fr: `il n'y a pas de liste à "${path}" dans les ${kb} premiers ko de la réponse`,
        })
      : invalid({
          en: `there is no list at "${path}" of the response`,
          fr: `il n'y a pas de liste à "${path}" dans la réponse`,
        })
  }
}

const invalid = (reason: Reason): Problem => problem('collector-data-invalid', { reason })

/** The position after a string that begins at `start`, or the end of the bytes. */
function stringEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return Math.min(at + 1, bytes.length)
}

/** JSON that was cut: up to its last complete member or item, with the brackets that it lacks. */
function closed(bytes: Uint8Array): Uint8Array {
  const closing: number[] = []
  let end = 0
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes[at]
    if (code === quote) at = stringEnd(bytes, at) - 1
    else if (code === comma) end = at
    else if (code === openList || code === openObject) {
      closing.push(code === openList ? closeList : closeObject)
      end = at + 1
    } else if (code === closeList || code === closeObject) {
      closing.pop()
      end = at + 1
    }
  }
  return Uint8Array.from([...bytes.subarray(0, end), ...closing.reverse()])
}
