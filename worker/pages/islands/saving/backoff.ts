/** The pauses between attempts to save: each is twice as long as the one before. */
import { retries } from '../../../limits/service/islands'

export class Backoff {
  #ms = retries.firstMs

  /** Waits, until the reader comes back to the page at most: perhaps after signing in elsewhere. */
  async wait(): Promise<void> {
    const ms = this.#ms
    this.#ms = Math.min(retries.maxMs, ms * 2)
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    addEventListener('focus', () => resolve(), { once: true })
    await promise
    clearTimeout(timer)
  }
}
