/** Webhooks of accounts: deliveries and their retries. */
import { MINUTE_MS, SECOND_MS } from '../units'

export const webhooks = {
  /** Attempts at one event before a webhook is disabled. */
  maxAttempts: 10,
  /** The nth failure is followed by a pause of n^2.5 minutes: one minute at first, four hours before the last attempt. */
  retryUnitMs: 1 * MINUTE_MS,
  retryExponent: 2.5,
  /** A queue message delivers to a webhook for this long, then leaves the rest to the next message. */
  sliceMs: 30 * SECOND_MS,
  /** A delivery without a heartbeat for this long has crashed: longer than a slice and its last call. */
  leaseMs: 60 * SECOND_MS,
  /** Webhooks that the cron restarts in one tick. */
  repairBatch: 100,
  /** Stored deliveries of each webhook: the failures of one or two days. */
  keptDeliveries: 10,
  /** Longest error message stored for a webhook. */
  maxErrorChars: 500,
} as const
