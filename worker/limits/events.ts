/** The log of an account, its webhooks, and feeds. */
import { MINUTE_MS, SECOND_MS } from './units'

export const events = {
  /** Events of one page of the log when nothing is said, and at most. */
  defaultPage: 100,
  maxPage: 1_000,
  /** Entries of a feed. */
  maxFeedEntries: 50,
  /** Attempts at one event before a webhook is given up (contract applications F.4). */
  maxAttempts: 10,
  /** The nth failure is followed by a pause of (n + 1)^2.5 minutes, 5 hours at the last (contract applications F.4). */
  retryUnitMs: 1 * MINUTE_MS,
  retryExponent: 2.5,
  /** A delivery calls a webhook this long, then leaves the rest to the next one. */
  sliceMs: 30 * SECOND_MS,
  /** A delivery that says nothing for this long is dead: longer than a slice and its last call. */
  leaseMs: 60 * SECOND_MS,
  /** Webhooks that the watchdog looks after in one tick. */
  repairBatch: 100,
  /** Days that an event stays in the log of its account, for those who read on from a cursor and for webhooks. */
  keptDays: 90,
  /** Older ones are removed once an hour, at this minute. */
  pruneAtMinute: 17,
  /** Events, and journals, looked at in one go. */
  pruneBatch: 1_000,
  /** An error told of a webhook is cut here. */
  maxErrorChars: 500,
} as const
