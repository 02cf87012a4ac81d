/**
 * Reading large XML without a tree: `ElementScanner` cuts out the elements one is after, `attribute` and `textOf` read
 * them. Nothing is ever resolved: a DOCTYPE and its entities mean nothing here (XXE).
 */
import { problem } from '../../errors'

/** Receives an element from its opening tag to its closing one, or the opening tag alone of a mark. */
export type OnPiece = (name: string, xml: string) => void

/**
 * Cuts the elements of some names out of a document that comes in pieces. Elements of one name must not be nested in
 * each other. `marks` are names whose opening tag is given alone, so that what stands inside is looked at too.
 */
export class ElementScanner {
  readonly #elements: readonly string[]
  readonly #marks: readonly string[]
  readonly #maxChars: number
  #rest = ''

  constructor(wanted: { elements: readonly string[]; marks?: readonly string[] }, maxChars: number) {
    this.#elements = wanted.elements
    this.#marks = wanted.marks ?? []
    this.#maxChars = maxChars
  }

  /** Feeds text, cut anywhere. @throws `file-record-too-long` */
  push(text: string, each: OnPiece): void {
    const whole = this.#rest + text
    // Where each name is next met: looked for once, used until it is passed.
    const next = new Map<string, number>()
    let at = 0
    for (;;) {
      const found = this.#next(whole, at, next)
      if (!found) break
      const { name, from } = found
      const end = this.#elements.includes(name) ? elementEnd(whole, from, name) : tagEnd(whole, from)
      if (end < 0) {
        at = from
        break
      }
      each(name, whole.slice(from, end))
      at = end
    }
    // A tag may be cut: what follows the last sign that could open one is looked at again.
    const cut = Math.max(at, this.#isInside(whole, at) ? at : whole.lastIndexOf('<'))
    this.#rest = whole.slice(cut)
    if (this.#rest.length > this.#maxChars) throw problem('file-record-too-long', { line: 1, max: this.#maxChars })
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

/** Whether a tag of this very name opens here. */
function opens(text: string, at: number, name: string): boolean {
  if (!text.startsWith(`<${name}`, at)) return false
  const after = text.charCodeAt(at + 1 + name.length)
  return after === 62 || after === 47 || after <= 32
}

/** The position after a tag; -1 when it is cut. */
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

/** The value of an attribute in an opening tag; undefined when it has none. */
export function attribute(tag: string, name: string): string | undefined {
  const at = tag.indexOf(` ${name}="`)
  if (at < 0) return otherAttribute(tag, name)
  const start = at + name.length + 3
  return decoded(tag.slice(start, tag.indexOf('"', start)))
}

/** The same, written in ways that programs hardly ever write. */
function otherAttribute(tag: string, name: string): string | undefined {
  if (!tag.includes(name)) return undefined
  const found = new RegExp(`\\s${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(
    tag,
  )
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : decoded(value)
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Character references replaced; those of a DOCTYPE, and of lone surrogates, stay as they are written. */
export function decoded(text: string): string {
  if (!text.includes('&')) return text
  const all = withReferences(text, true)
  return all.isWellFormed() ? all : withReferences(text, false)
}

function withReferences(text: string, takesSurrogates: boolean): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,5}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    const isSurrogate = code >= 0xd800 && code <= 0xdfff
    return code <= 0x10ffff && (takesSurrogates || !isSurrogate) ? String.fromCodePoint(code) : whole
  })
}

/** How many elements XML opens, and how deeply they are nested, counted in one pass. Comments count as what they hold. */
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

/** XML without the elements of some names, up to the first of them that never ends. */
export function withoutElements(xml: string, names: readonly string[]): string {
  return names.reduce((rest, name) => {
    let kept = ''
    let done = 0
    for (let at = rest.indexOf(`<${name}`); at >= 0; at = rest.indexOf(`<${name}`, Math.max(done, at + 1))) {
      if (!opens(rest, at, name)) continue
      const end = elementEnd(rest, at, name)
      if (end < 0) break
      kept += rest.slice(done, at)
      done = end
    }
    return kept + rest.slice(done)
  }, xml)
}

/** Opening tag of an element, without its content. */
export function openingTag(xml: string): string {
  return xml.slice(0, xml.indexOf('>') + 1)
}
