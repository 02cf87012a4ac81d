/** Work in the queue. */
import { KB, SECOND_MS } from './units'

export const processing = {
  /** A delivery works this long, then hands its cursor to the next one (a consumer has 15 min, queues/platform/limits). */
  sliceMs: 20 * SECOND_MS,
  /** Text of the beginning of a file from which its form is taken for that of the whole (`early-lines`). */
  earlyFormChars: 500 * KB,
  /** Work gives way to requests this often. */
  breatheEveryMs: 50,
  /** A claim lasts this long without a sign of life; longer than a slice and its slowest statement (30 s). */
  leaseMs: 90 * SECOND_MS,
  /** First delay after a platform fault; doubles at each attempt. */
  retryDelaySeconds: 2,
  maxRetryDelaySeconds: 300,
  /** Deliveries of one message before the dead-letter queue (max_retries of wrangler.toml). */
  maxAttempts: 5,
  /** Times that a slice may end its process at the same place: once may be a neighbour's doing, or a restart. */
  maxDeaths: 2,
  /** Runs that the watchdog re-drives in one tick. */
  redriveBatch: 100,
  /** Discarded things removed in one delivery. */
  discardBatch: 20,
  /** Bad lines described one by one in a message (contract datasets §3.3). */
  describedBadLines: 3,
  /** Rows of a diagnostic (contract datasets §8.3). */
  maxDiagnosticRows: 10_000,
  /** Share of refused lines above which a file is refused as a whole (contract datasets §3.3). */
  maxBadLineShare: 0.5,
  /** Progress is written at most this often (contract datasets §7.3). */
  progressEveryMs: 500,
} as const
