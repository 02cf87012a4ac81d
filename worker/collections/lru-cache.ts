/** A least-recently-used cache that is bounded by the size of its entries. Pure. */
export class LruCache<Value> {
  // In the order of use: a Map iterates in insertion order.
  readonly #entries = new Map<string, Value>()
  readonly #maxSize: number
  readonly #sizeOf: (key: string, value: Value) => number
  #size = 0

  /** @param sizeOf of one entry, in the unit of `maxSize`; the same whenever it is called for an entry */
  constructor(maxSize: number, sizeOf: (key: string, value: Value) => number) {
    this.#maxSize = maxSize
    this.#sizeOf = sizeOf
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  /** Adds or replaces an entry, and evicts the least recently used ones. */
  set(key: string, value: Value): void {
    this.delete(key)
    this.#entries.set(key, value)
    this.#size += this.#sizeOf(key, value)
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) break
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#size -= this.#sizeOf(key, entry)
    this.#entries.delete(key)
  }

  deleteWhere(condition: (value: Value) => boolean): void {
    for (const [key, value] of this.#entries) if (condition(value)) this.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#size = 0
  }
}
