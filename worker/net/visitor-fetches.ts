import { LruCache } from '../collections/lru-cache'
import { TtlCache } from '../collections/ttl-cache'
import { Problem, problem } from '../errors'
import { limits } from '../limits'

/**
 * Bounds the outgoing requests on behalf of visitors, within one isolate: a failed request is not
 * sent again for a while, and the concurrent requests to one host are limited. Pure: the time is a parameter.
 */
export class VisitorFetches {
  readonly #failures = new TtlCache<Problem>(limits.net.failedMs, limits.net.failedChars, (address) => address.length)
  // By host, the deadlines of its requests: when the visitor disconnects, the end of a request may never be seen.
  readonly #running = new LruCache<number[]>(limits.cache.maxEntries, () => 1)

  /**
   * Fetches a URL; `fetch` includes reading the response.
   *
   * @param now milliseconds
   * @param remembers false when the failure may depend on the visitor's request: it is then not cached for others
   * @throws the error of `fetch`, now or cached, `upstream-busy`
   */
  async run<Result>(
    address: string,
    now: () => number,
    fetch: () => Promise<Result>,
    { remembers = true }: { remembers?: boolean } = {},
  ): Promise<Result> {
    const failure = this.#failures.get(address, now())
    if (failure) throw failure.value
    const host = URL.canParse(address) ? new URL(address).host : ''
    const end = this.#start(host, now())
    try {
      return await fetch()
    } catch (error) {
      if (remembers && error instanceof Problem) this.fail(address, error, now())
      throw error
    } finally {
      this.#running.set(host, without(this.#running.get(host) ?? [], end))
    }
  }

  /** Remembers a failure for `limits.net.failedMs`: until then `run` throws it without a request. */
  fail(address: string, problem: Problem, now: number): void {
    this.#failures.set(address, problem, now)
  }

  /** @returns the deadline of the request */
  #start(host: string, now: number): number {
    const running = (this.#running.get(host) ?? []).filter((until) => until > now)
    if (running.length >= limits.net.maxPerHost) {
      throw problem('upstream-busy', { host, seconds: limits.http.busyRetryAfterSeconds })
    }
    const end = now + limits.net.timeoutMs
    this.#running.set(host, [...running, end])
    return end
  }
}

/** A list without one occurrence of a value. */
function without(values: readonly number[], value: number): number[] {
  const at = values.indexOf(value)
  return at < 0 ? [...values] : values.toSpliced(at, 1)
}
