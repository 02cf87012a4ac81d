/** Queue processing. */
import { KB, MINUTE_MS, SECOND_MS } from '../units'

export const processing = {
  /** A message is processed for this long, then its cursor is sent in the next message (a consumer has 15 min, queues/platform/limits). */
  sliceMs: 20 * SECOND_MS,
  /** Beginning of a file from which the structure of the whole is inferred (`early-lines`). */
  earlyFormChars: 500 * KB,
  /** Interval at which processing yields to requests. */
  yieldEveryMs: 50,
  /** A claim expires after this time without a heartbeat; longer than a slice and its slowest statement (30 s). */
  leaseMs: 90 * SECOND_MS,
  /** A run without a report for this time is stuck: the cron starts idle runs again each minute. */
  stuckMs: 10 * MINUTE_MS,
  /** First delay after a platform error; doubles at each attempt. */
  retryDelaySeconds: 2,
  maxRetryDelaySeconds: 300,
  /** Deliveries of one message before the dead-letter queue (max_retries of wrangler.toml). */
  maxAttempts: 5,
  /** Times that a slice may crash at the same point: one crash may come from another task, or a restart. */
  maxCrashes: 2,
  /** Runs that one tick of the cron sends to the queue again. */
  redriveBatch: 100,
  /** Discarded objects deleted in one delivery. */
  discardBatch: 20,
  /** Invalid lines listed in a message, and rows or values of a file that are left out of its version. */
  describedBadLines: 3,
  listedLosses: 10,
  /** Names listed in a warning, of columns or files. */
  maxListedChars: 1_000,
  /** Rows of a diagnostic. */
  maxDiagnosticRows: 10_000,
  /** Share of rejected lines above which the whole file is rejected. */
  maxBadLineShare: 0.5,
  /** Shortest time between two writes of the progress. */
  progressEveryMs: 500,
} as const
