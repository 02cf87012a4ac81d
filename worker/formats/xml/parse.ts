/**
 * Reading large XML without a tree: `ElementScanner` extracts elements by name, `attribute` and `decoded`
 * read them. A DOCTYPE and its entities are never resolved (XXE).
 */
import { problem } from '../../errors'
import { PlainXml } from './plain-xml'

/** Receives an element from its opening tag to its closing tag, or the opening tag of a mark. */
type OnPiece = (name: string, xml: string) => void

/**
 * Extracts the elements of some names from a document that arrives in pieces. Elements of one name must not be nested in
 * each other. For the names in `marks` only the opening tag is extracted, and the content is scanned too. Comments are left out, and
 * CDATA sections are escaped.
 */
export class ElementScanner {
  readonly #elements: readonly string[]
  readonly #marks: readonly string[]
  readonly #maxChars: number
  readonly #plain = new PlainXml()
  #rest = ''
  /** Of an element whose closing tag has not come: that tag, the pieces after `#rest`, their length, the last characters. */
  #open: { closing: string; pieces: string[]; chars: number; seam: string } | undefined

  constructor(names: { elements: readonly string[]; marks?: readonly string[] }, maxChars: number) {
    this.#elements = names.elements
    this.#marks = names.marks ?? []
    this.#maxChars = maxChars
  }

  /** Feeds text, split anywhere. @throws `file-record-too-long` */
  push(source: string, each: OnPiece): void {
    const text = this.#plain.push(source)
    if (this.#isStillOpen(text)) return
    const buffered = this.#rest + (this.#open?.pieces.join('') ?? '') + text
    this.#open = undefined
    // The next position of each name: searched once, valid until it is passed.
    const next = new Map<string, number>()
    let at = 0
    for (;;) {
      const tag = this.#next(buffered, at, next)
      if (!tag) break
      const { name, from } = tag
      const end = this.#elements.includes(name) ? elementEnd(buffered, from, name) : tagEnd(buffered, from)
      if (end < 0) {
        at = from
        const isOpened = this.#elements.includes(name) && tagEnd(buffered, from) >= 0
        if (isOpened) this.#open = { closing: `</${name}>`, pieces: [], chars: 0, seam: '' }
        break
      }
      each(name, buffered.slice(from, end))
      at = end
    }
    // The last tag may be incomplete: the text from its `<` on is scanned again.
    const cut = Math.max(at, this.#isInside(buffered, at) ? at : buffered.lastIndexOf('<'))
    this.#rest = buffered.slice(cut)
    if (this.#open) this.#open.seam = this.#rest.slice(1 - this.#open.closing.length)
    this.#checkLength(this.#rest.length)
  }

  /** Whether the text ends within an element or a tag: it is truncated. */
  get isIncomplete(): boolean {
    return this.#open !== undefined || this.#plain.isInside || this.#isInside(this.#rest, 0)
  }

  /** Keeps a piece of an element that goes on after it: joining and searching all its pieces each time takes a time that grows with their square. */
  #isStillOpen(text: string): boolean {
    if (!this.#open) return false
    const { closing, pieces, seam } = this.#open
    const searched = seam + text
    if (searched.includes(closing)) return false
    pieces.push(text)
    this.#open.chars += text.length
    this.#open.seam = searched.slice(1 - closing.length)
    this.#checkLength(this.#rest.length + this.#open.chars)
    return true
  }

  #checkLength(chars: number): void {
    if (chars > this.#maxChars) throw problem('file-record-too-long', { line: 1, max: this.#maxChars })
  }

  #isInside(text: string, at: number): boolean {
    return [...this.#elements, ...this.#marks].some((name) => opens(text, at, name))
  }

  #next(text: string, at: number, next: Map<string, number>): { name: string; from: number } | undefined {
    let best: { name: string; from: number } | undefined
    for (const names of [this.#elements, this.#marks]) {
      for (const name of names) {
        let from = next.get(name) ?? -1
        if (from < at) {
          from = text.indexOf(`<${name}`, at)
          while (from >= 0 && !opens(text, from, name)) from = text.indexOf(`<${name}`, from + 1)
          if (from < 0) from = Number.POSITIVE_INFINITY
          next.set(name, from)
        }
        if (from < (best?.from ?? Number.POSITIVE_INFINITY)) best = { name, from }
      }
    }
    return best
  }
}

/** Whether a tag of exactly this name opens here. */
function opens(text: string, at: number, name: string): boolean {
  if (!text.startsWith(`<${name}`, at)) return false
  const after = text.charCodeAt(at + 1 + name.length)
  return after === 62 || after === 47 || after <= 32
}

/** The position after a tag; -1 when it is incomplete. */
function tagEnd(text: string, from: number): number {
  return text.indexOf('>', from) + 1 || -1
}

function elementEnd(text: string, from: number, name: string): number {
  const end = tagEnd(text, from)
  if (end < 0 || text.charCodeAt(end - 2) === 47) return end
  const closing = `</${name}>`
  const close = text.indexOf(closing, end)
  return close < 0 ? -1 : close + closing.length
}

/** Where the elements of a name are, in their order. Elements of that name must not be nested in each other. */
export function* elementsNamed(xml: string, name: string): Generator<{ from: number; to: number }> {
  for (let at = xml.indexOf(`<${name}`); at >= 0; ) {
    const to = opens(xml, at, name) ? elementEnd(xml, at, name) : at + 1
    if (to < 0) return
    if (to > at + 1) yield { from: at, to }
    at = xml.indexOf(`<${name}`, to)
  }
}

/** The value of an attribute in an opening tag; undefined when it has none. */
export function attribute(tag: string, name: string): string | undefined {
  const at = tag.indexOf(` ${name}="`)
  if (at < 0) return otherAttribute(tag, name)
  const start = at + name.length + 3
  return decoded(tag.slice(start, tag.indexOf('"', start)))
}

/** Attributes in single quotes or with spaces around `=`, which are rare. */
function otherAttribute(tag: string, name: string): string | undefined {
  if (!tag.includes(name)) return undefined
  const match = new RegExp(`\\s${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(
    tag,
  )
  const value = match?.[1] ?? match?.[2]
  return value === undefined ? undefined : decoded(value)
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes character references, except entities of a DOCTYPE and lone surrogates. */
export function decoded(text: string): string {
  if (!text.includes('&')) return text
  const all = withReferences(text, true)
  return all.isWellFormed() ? all : withReferences(text, false)
}

function withReferences(text: string, decodesSurrogates: boolean): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,5}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    const isSurrogate = code >= 0xd800 && code <= 0xdfff
    return code <= 0x10ffff && (decodesSurrogates || !isSurrogate) ? String.fromCodePoint(code) : whole
  })
}

/** How many elements XML opens, and how deeply they are nested, counted in one pass. Elements in comments count. */
export function elementsIn(xml: string): { count: number; depth: number } {
  let [count, open, depth] = [0, 0, 0]
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) {
    const next = xml.charCodeAt(at + 1)
    if (next === SLASH) open--
    else if (next !== EXCLAMATION && next !== QUESTION) {
      count++
      open++
      depth = Math.max(depth, open)
      const end = xml.indexOf('>', at)
      if (end < 0) break
      if (xml.charCodeAt(end - 1) === SLASH) open--
    }
  }
  return { count, depth }
}

const EXCLAMATION = 33
const SLASH = 47
const QUESTION = 63

/** Removes the elements of some names, up to the first one without an end. */
export function withoutElements(xml: string, names: readonly string[]): string {
  return names.reduce((rest, name) => {
    let output = ''
    let done = 0
    for (let at = rest.indexOf(`<${name}`); at >= 0; at = rest.indexOf(`<${name}`, Math.max(done, at + 1))) {
      if (!opens(rest, at, name)) continue
      const end = elementEnd(rest, at, name)
      if (end < 0) break
      output += rest.slice(done, at)
      done = end
    }
    return output + rest.slice(done)
  }, xml)
}

/** Opening tag of an element, without its content. */
export function openingTag(xml: string): string {
  return xml.slice(0, xml.indexOf('>') + 1)
}
