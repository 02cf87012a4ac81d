/** Rate limits of one caller. */
import { KB, MB, MINUTE_MS, SECOND_MS } from '../units'

export const rates = {
  windowMs: MINUTE_MS,
  /** Requests per window: defaults of RATE_ANONYMOUS and RATE_USER. */
  anonymousRequests: 600,
  userRequests: 1_200,
  /** Shortest time between two lines written through a protected link. */
  anonymousWriteMs: MINUTE_MS,
  /** Query time per window. */
  anonymousQueryMs: 20 * SECOND_MS,
  userQueryMs: 60 * SECOND_MS,
  /**
   * Queries of lines of one caller that run at a time, the interval at which others look for their turn, and the longest turn, that
   * of a statement (d1/platform/limits).
   */
  queriesAtOnce: 4,
  queryPollMs: 5,
  longestQueryMs: 30 * SECOND_MS,
  /** Bytes per second sent to a caller: of stored files, and of computed responses. */
  anonymousBytesPerSecond: { stored: 8 * MB, computed: 500 * KB },
  userBytesPerSecond: { stored: 16 * MB, computed: 1 * MB },
  /** Burst of an idle caller, in seconds of the rate. */
  burstSeconds: 4,
  /** Responses to one caller that wait for bandwidth; further requests are rejected. */
  maxSlowedAnswers: 100,
  /** Lines of a page: the response of a larger one advises to reduce it (`http/query-advice.ts`). */
  modestSize: 100,
  /** Callers in the memory of an isolate: about 100 bytes each. */
  maxCallers: 20_000,
} as const
