import { Problem, problem } from '../errors'
import { limits } from '../limits'
import { RecentEntries } from '../limits/recent-entries'

/**
 * Bounds the requests to other hosts that visitors of this service cause, within one isolate: a request that failed is not
 * sent again for a while, and so many wait for one host at once. Pure: the time is given.
 */
export class VisitorFetches {
  readonly #failures = new RecentEntries<{ problem: Problem; until: number }>(
    limits.net.failedChars,
    (address) => address.length,
  )
  // By host, the times until which a request may run: one whose visitor has left may never tell that it ended.
  readonly #running = new RecentEntries<number[]>(limits.cache.maxEntries, () => 1)

  /**
   * Fetches from an address, all that is read of the answer included.
   *
   * @param now milliseconds
   * @param remembers false when what the visitor sent may be why it fails: others must not be told so
   * @throws what `fetch` throws now or threw lately, `upstream-busy`
   */
  async run<Result>(
    address: string,
    now: () => number,
    fetch: () => Promise<Result>,
    { remembers = true }: { remembers?: boolean } = {},
  ): Promise<Result> {
    const known = this.#failures.get(address)
    if (known && known.until > now()) throw known.problem
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

  /** Remembers that what an address answers is of no use. */
  fail(address: string, problem: Problem, now: number): void {
    this.#failures.set(address, { problem, until: now + limits.net.failedMs })
  }

  /** @returns the time at which the request has ended, in any case */
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

/** A list without one of the values that equal another. */
function without(values: readonly number[], value: number): number[] {
  const at = values.indexOf(value)
  return at < 0 ? [...values] : values.toSpliced(at, 1)
}
