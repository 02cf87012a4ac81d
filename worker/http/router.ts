import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { limits } from '../limits'

/** The Hono router with a cache of the matches of recent paths: most requests repeat a path. */
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
