/**
 * `TextCounts`: how often each of some texts occurs, in the order of their first occurrence. A hash table of its own: a `Map` puts
 * each text that it looks up into the string table of the engine, which takes longer than the lookup.
 */
import { hashOf } from './sketch'

const smallest = 16
/** At most half of the slots are taken: so many in a row only if texts were made to have one hash. */
const maxProbes = 64

export class TextCounts {
  readonly #texts: string[] = []
  readonly #counts: number[] = []
  /** Numbers from 1 in `#texts`, by hash; 0 where there is none. Their number is a power of two. */
  #slots = new Uint16Array(smallest)
  /** The same numbers, once too many texts have one hash. */
  #byText: Map<string, number> | undefined

  constructor(entries: Iterable<readonly [string, number]> = []) {
    for (const [text, count] of entries) this.add(text, count)
  }

  get size(): number {
    return this.#texts.length
  }

  /** Counts one more of a text that is there; false when it is not. */
  increment(text: string): boolean {
    const at = this.#numberOf(text) - 1
    if (at < 0) return false
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
    return true
  }

  /** Adds a text that is not there. At most 65,535 texts. */
  add(text: string, count: number): void {
    this.#counts.push(count)
    const number = this.#texts.push(text)
    if (this.#byText) this.#byText.set(text, number)
    else if (number * 2 <= this.#slots.length) this.#place(text, number)
    else {
      this.#slots = new Uint16Array(this.#slots.length * 2)
      for (const [at, one] of this.#texts.entries()) this.#place(one, at + 1)
    }
  }

  counts(): readonly number[] {
    return this.#counts
  }

  *entries(): Generator<[string, number]> {
    for (const [at, text] of this.#texts.entries()) yield [text, this.#counts[at] ?? 0]
  }

  #numberOf(text: string): number {
    if (this.#byText) return this.#byText.get(text) ?? 0
    const slot = this.#slotOf(text)
    return slot === undefined ? 0 : (this.#slots[slot] ?? 0)
  }

  #place(text: string, number: number): void {
    const slot = this.#slotOf(text)
    if (slot !== undefined) this.#slots[slot] = number
    else this.#byText ??= new Map(this.#texts.map((one, at) => [one, at + 1]))
  }

  /** The slot of a text, or the free one where it goes; undefined when it is not among the probed ones. */
  #slotOf(text: string): number | undefined {
    const hash = hashOf(text)
    const last = this.#slots.length - 1
    const first = hash ^ (hash >>> 15)
    for (let probe = 0; probe < maxProbes; probe++) {
      const slot = (first + probe) & last
      const number = this.#slots[slot] ?? 0
      if (number === 0 || this.#texts[number - 1] === text) return slot
    }
    return undefined
  }
}
