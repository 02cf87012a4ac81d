/** Answers that an isolate gave lately, under the version of what they say: what is asked again costs no query. */
import { limits } from '../limits'

/** A body with its validator, and the headers that describe it. */
export type RecentAnswer = { bytes: Uint8Array; etag: string; told: Readonly<Record<string, string>> }

/**
 * The answers used last, of so many bytes in all. What is cheap is kept once it is asked again: whoever reads a whole
 * dataset page by page pushes nothing out, and leaves nothing to collect.
 */
export class RecentAnswers {
  readonly #asked = new Uint32Array(limits.cache.askedPlaces)
  // In the order of their use: a Map keeps that of insertion.
  readonly #answers = new Map<string, RecentAnswer>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: string): RecentAnswer | undefined {
    const found = this.#answers.get(key)
    if (!found) return undefined
    this.#answers.delete(key)
    this.#answers.set(key, found)
    return found
  }

  /** Keeps an answer unless it is large, or cheap and asked for the first time; those not used for longest go. */
  keep(key: string, answer: RecentAnswer, { isCostly }: { isCostly: boolean }): void {
    const size = sizeOf(key, answer)
    if (size > limits.cache.maxAnswerBytes || !(isCostly || this.#isAskedAgain(key))) return
    this.#drop(key)
    this.#answers.set(key, answer)
    this.#bytes += size
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#drop(oldest)
    }
  }

  /** Whether a key was asked before, as far as is remembered; two keys in one place forget each other. */
  #isAskedAgain(key: string): boolean {
    const hash = hashOf(key)
    const place = hash % limits.cache.askedPlaces
    if (this.#asked[place] === hash) return true
    this.#asked[place] = hash
    return false
  }

  clear(): void {
    this.#asked.fill(0)
    this.#answers.clear()
    this.#bytes = 0
  }

  #drop(key: string): void {
    const found = this.#answers.get(key)
    if (!found) return
    this.#bytes -= sizeOf(key, found)
    this.#answers.delete(key)
  }
}

/** What an answer takes; a key has two bytes a character at most. */
const sizeOf = (key: string, { bytes }: RecentAnswer): number => bytes.length + key.length * 2

/** FNV-1a of a text, 32 bits, never zero (draft-eastlake-fnv §2). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0 || 1
}
