/** Token buckets, full at first and refilled continuously: pure, the time is a parameter. */

export type Bucket = { tokens: number; at: number }
export type Rate = { capacity: number; perMs: number }

/** The rate of a bucket of `count` tokens that fills from empty in `ms`. */
export const rateOf = (count: number, ms: number): Rate => ({ capacity: count, perMs: count / ms })

/** The bucket refilled up to now; a full one when there is none. A clock that goes back adds nothing. */
export function refilled(bucket: Bucket | undefined, { capacity, perMs }: Rate, now: number): Bucket {
  if (!bucket) return { tokens: capacity, at: now }
  const at = Math.max(now, bucket.at)
  return { tokens: Math.min(capacity, bucket.tokens + (at - bucket.at) * perMs), at }
}

/** The buckets of many callers, with LRU eviction. */
export class Buckets {
  readonly #buckets = new Map<string, Bucket>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Takes tokens if the bucket has enough.
   *
   * @returns seconds until the bucket has enough; 0 when the tokens were taken
   */
  take(caller: string, rate: Rate, count: number, now: number): number {
    const bucket = this.#refilled(caller, rate, now)
    if (bucket.tokens < count) return (count - bucket.tokens) / rate.perMs / 1_000
    bucket.tokens -= count
    return 0
  }

  /** Takes tokens for what was already used: the level may become negative. */
  charge(caller: string, rate: Rate, count: number, now: number): void {
    this.#refilled(caller, rate, now).tokens -= count
  }

  #refilled(caller: string, rate: Rate, now: number): Bucket {
    const bucket = refilled(this.#buckets.get(caller), rate, now)
    this.#buckets.delete(caller)
    this.#buckets.set(caller, bucket)
    if (this.#buckets.size > this.#most) {
      const [oldest] = this.#buckets.keys()
      if (oldest !== undefined) this.#buckets.delete(oldest)
    }
    return bucket
  }
}
