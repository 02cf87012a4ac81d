/** Answers that an isolate gave lately, under the version of what they say: what is asked again costs no query. */
import { limits } from '../limits'

/** A body with its validator, and the headers that describe it. */
export type RecentAnswer = { bytes: Uint8Array; etag: string; told: Readonly<Record<string, string>> }

/** The answers used last, of so many bytes in all. */
export class RecentAnswers {
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

  /** Keeps an answer unless it is large, and lets go of those that were not used for longest. */
  keep(key: string, answer: RecentAnswer): void {
    const size = sizeOf(key, answer)
    if (size > limits.cache.maxAnswerBytes) return
    this.#drop(key)
    this.#answers.set(key, answer)
    this.#bytes += size
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#drop(oldest)
    }
  }

  clear(): void {
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
