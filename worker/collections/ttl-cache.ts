import { LruCache } from './lru-cache'

/**
 * A least-recently-used cache whose entries also expire. The time is a parameter, as of everything that is not the
 * context.
 */
export class TtlCache<Value> {
  readonly #entries: LruCache<{ value: Value; until: number }>
  readonly #ttlMs: number

  /** @param sizeOf of one entry, in the unit of `maxSize`: without it, `maxSize` is a number of entries */
  constructor(ttlMs: number, maxSize: number, sizeOf: (key: string, value: Value) => number = () => 1) {
    this.#ttlMs = ttlMs
    this.#entries = new LruCache(maxSize, (key, { value }) => sizeOf(key, value))
  }

  /** @returns the entry, because its value may be undefined; undefined when there is none or it has expired */
  get(key: string, now: number): { readonly value: Value } | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.until > now ? entry : undefined
  }

  set(key: string, value: Value, now: number): void {
    this.#entries.set(key, { value, until: now + this.#ttlMs })
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  deleteWhere(condition: (value: Value) => boolean): void {
    this.#entries.deleteWhere(({ value }) => condition(value))
  }

  clear(): void {
    this.#entries.clear()
  }
}
