/** Alerts to the operator. */
import { HOUR_MS, MB, MINUTE_MS, SECOND_MS } from '../units'

export const alerts = {
  /** Shares of the size of a database at which an alert begins, and below which it ends. */
  nearlyFullShare: 0.9,
  roomAgainShare: 0.85,
  /** Size of the metadata database: D1 stops at 10 GB (d1/platform/limits). */
  metadataBytes: 10_000 * MB,
  /** Failures of a collector in a row from which its alert begins; it ends with a run that succeeds. */
  collectorFailures: 3,
  /** An alert of a message that was given up ends after this time without another one for the same dataset. */
  deadLetterMs: 1 * HOUR_MS,
  /** Alerts of each kind that are evaluated: an invocation runs 1,000 statements at most (d1/platform/limits). */
  maxOfKind: 200,
  /** Changes in one message to the operator; further ones are in that of the next minute. */
  maxChanges: 20,
  maxTitleChars: 100,
  /** The time that a receiver has to respond; the delivery fails after it. */
  timeoutMs: 10 * SECOND_MS,
  /** A delivery without a result for this time has crashed: longer than the timeouts of a message and of mail. */
  leaseMs: 1 * MINUTE_MS,
  /** Pause after the first failure of a receiver; it doubles at each further one. */
  retryMs: 1 * MINUTE_MS,
  maxRetryMs: 1 * HOUR_MS,
} as const
