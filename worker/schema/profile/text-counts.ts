/**
 * `TextCounts`: how often each of some texts occurs, in the order of their first occurrence. A hash table of its own: a `Map` puts
 * each text that it looks up into the table of all strings of the engine, which takes longer than to read it.
 */
import { hashFactor } from './sketch'

const smallest = 16

export class TextCounts {
  readonly #texts: string[] = []
  readonly #counts: number[] = []
  /** Numbers from 1 in `#texts`, by hash; 0 where there is none. A power of two, at most half full. */
  #slots = new Uint16Array(smallest)
  readonly #seed: number

  /** @param seed of the hashes: a random one, where strangers choose the texts */
  constructor(seed: number, entries: Iterable<readonly [string, number]> = []) {
    this.#seed = seed
    for (const [text, count] of entries) this.add(text, count)
  }

  get size(): number {
    return this.#texts.length
  }

  /** Counts one more of a text that is there; false when it is not. */
  increment(text: string): boolean {
    const at = (this.#slots[this.#slotOf(text)] ?? 0) - 1
    if (at < 0) return false
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
    return true
  }

  /** Adds a text that is not there. At most 65,535 texts. */
  add(text: string, count: number): void {
    this.#counts.push(count)
    const number = this.#texts.push(text)
    if (number * 2 <= this.#slots.length) {
      this.#slots[this.#slotOf(text)] = number
      return
    }
    this.#slots = new Uint16Array(this.#slots.length * 2)
    for (const [at, one] of this.#texts.entries()) this.#slots[this.#slotOf(one)] = at + 1
  }

  counts(): readonly number[] {
    return this.#counts
  }

  *entries(): Generator<[string, number]> {
    for (const [at, text] of this.#texts.entries()) yield [text, this.#counts[at] ?? 0]
  }

  /** The slot of a text, or the free one where it goes. */
  #slotOf(text: string): number {
    let hash = this.#seed
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), hashFactor)
    const last = this.#slots.length - 1
    for (let slot = (hash ^ (hash >>> 15)) & last; ; slot = (slot + 1) & last) {
      const number = this.#slots[slot] ?? 0
      if (number === 0 || this.#texts[number - 1] === text) return slot
    }
  }
}
