import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { limits } from '../limits'

/** The Hono router with a cache of the matches of recent paths: most requests repeat a path. */
export class RememberingRouter<T> implements Router<T> {
  readonly name = 'RememberingRouter'
  readonly #routes = new TrieRouter<T>()
  readonly #matches = new Map<string, Result<T>>()

  add(method: string, path: string, handler: T): void {
    this.#routes.add(method, path, handler)
    this.#matches.clear()
  }

  match(method: string, path: string): Result<T> {
    const key = `${method} ${path}`
    const cached = this.#matches.get(key)
    if (cached) return cached
    const match = this.#routes.match(method, path)
    if (this.#matches.size >= limits.cache.maxEntries) this.#matches.clear()
    this.#matches.set(key, match)
    return match
  }
}
