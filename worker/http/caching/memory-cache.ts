/** Recent responses of an isolate, by the version of their data: a repeated request costs no query. */

import { LruCache } from '../../collections/lru-cache'
import { limits } from '../../limits'

/** A body with its validator, and the headers that describe it. */
type RecentAnswer = { bytes: Uint8Array; etag: string; described: Readonly<Record<string, string>> }

/**
 * An LRU cache of responses, bounded in bytes. Cheap responses are stored at the second request: a client that reads a whole
 * dataset page by page evicts nothing, and leaves no garbage.
 */
export class RecentAnswers {
  readonly #requested = new Uint32Array(limits.cache.requestSlots)
  readonly #answers: LruCache<RecentAnswer>

  constructor(maxBytes: number) {
    this.#answers = new LruCache(maxBytes, sizeOf)
  }

  get(key: string): RecentAnswer | undefined {
    return this.#answers.get(key)
  }

  /** Stores a response unless it is large, or cheap and requested for the first time; evicts the least recently used. */
  keep(key: string, answer: RecentAnswer, { isCostly }: { isCostly: boolean }): void {
    if (sizeOf(key, answer) > limits.cache.maxAnswerBytes || !(isCostly || this.#isRepeated(key))) return
    this.#answers.set(key, answer)
  }

  /** Whether a key was requested before. Approximate: two keys with the same slot overwrite each other. */
  #isRepeated(key: string): boolean {
    const hash = hashOf(key)
    const slot = hash % limits.cache.requestSlots
    if (this.#requested[slot] === hash) return true
    this.#requested[slot] = hash
    return false
  }

  clear(): void {
    this.#requested.fill(0)
    this.#answers.clear()
  }
}

/** Bytes of a response; a key has at most two bytes per character. */
const sizeOf = (key: string, { bytes }: RecentAnswer): number => bytes.length + key.length * 2

/** FNV-1a of a text, 32 bits, never zero (draft-eastlake-fnv, section 2). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0 || 1
}
