/** The log of an account, its webhooks, and feeds. */
import { MINUTE_MS, SECOND_MS } from '../units'

export const events = {
  /** Parameters of the address of a notification, in a request and in the log. */
  maxUrlParams: 20,
  /** Events of one page of the log: default and maximum. */
  defaultPage: 100,
  maxPage: 1_000,
  /** Entries of a feed. */
  maxFeedEntries: 50,
  /** Attempts at one event before a webhook is disabled. */
  maxAttempts: 10,
  /** The nth failure is followed by a pause of (n + 1)^2.5 minutes, 5 hours at the last. */
  retryUnitMs: 1 * MINUTE_MS,
  retryExponent: 2.5,
  /** A queue message delivers to a webhook for this long, then leaves the rest to the next message. */
  sliceMs: 30 * SECOND_MS,
  /** A delivery without a heartbeat for this long has crashed: longer than a slice and its last call. */
  leaseMs: 60 * SECOND_MS,
  /** Webhooks that the watchdog restarts in one tick. */
  repairBatch: 100,
  /** Days that an event stays in the log of its account, for cursors and webhooks. */
  keptDays: 90,
  /** Older events are deleted once an hour, at this minute. */
  pruneAtMinute: 17,
  /** Events, and journals, checked in one batch. */
  pruneBatch: 1_000,
  /** Longest error message stored for a webhook. */
  maxErrorChars: 500,
} as const
