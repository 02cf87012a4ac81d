/** Answers that an isolate gave lately, under the version of what they say: what is asked again costs no query. */
import { limits } from '../../limits'
import { RecentEntries } from '../../limits/recent-entries'

/** A body with its validator, and the headers that describe it. */
export type RecentAnswer = { bytes: Uint8Array; etag: string; told: Readonly<Record<string, string>> }

/**
 * The answers used last, of so many bytes in all. What is cheap is kept once it is asked again: whoever reads a whole
 * dataset page by page pushes nothing out, and leaves nothing to collect.
 */
export class RecentAnswers {
  readonly #asked = new Uint32Array(limits.cache.askedPlaces)
  readonly #answers: RecentEntries<RecentAnswer>

  constructor(maxBytes: number) {
    this.#answers = new RecentEntries(maxBytes, sizeOf)
  }

  get(key: string): RecentAnswer | undefined {
    return this.#answers.get(key)
  }

  /** Keeps an answer unless it is large, or cheap and asked for the first time; those not used for longest go. */
  keep(key: string, answer: RecentAnswer, { isCostly }: { isCostly: boolean }): void {
    if (sizeOf(key, answer) > limits.cache.maxAnswerBytes || !(isCostly || this.#isAskedAgain(key))) return
    this.#answers.set(key, answer)
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
  }
}

/** What an answer takes; a key has two bytes a character at most. */
const sizeOf = (key: string, { bytes }: RecentAnswer): number => bytes.length + key.length * 2

/** FNV-1a of a text, 32 bits, never zero (draft-eastlake-fnv, section 2). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0 || 1
}
