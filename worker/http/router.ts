import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { limits } from '../limits'

/** Finds routes as Hono does, and remembers those of the last paths: what is read is read again and again. */
export class RememberingRouter<T> implements Router<T> {
  readonly name = 'RememberingRouter'
  readonly #routes = new TrieRouter<T>()
  readonly #found = new Map<string, Result<T>>()

  add(method: string, path: string, handler: T): void {
    this.#routes.add(method, path, handler)
    this.#found.clear()
  }

  match(method: string, path: string): Result<T> {
    const asked = `${method} ${path}`
    const known = this.#found.get(asked)
    if (known) return known
    const found = this.#routes.match(method, path)
    if (this.#found.size >= limits.cache.maxEntries) this.#found.clear()
    this.#found.set(asked, found)
    return found
  }
}
