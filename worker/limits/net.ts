/** Requests that the service sends. */
import { MB, MINUTE_MS, SECOND_MS } from './units'

export const net = {
  /** Until the headers of the answer, and its body: who waits on us waits no longer. */
  timeoutMs: 10 * SECOND_MS,
  /** Each is checked like the first address. */
  maxRedirects: 5,
  /** Requests to one host that visitors cause and an isolate has under way: browsers send 6 at once. */
  maxPerHost: 10,
  /** What failed for a visitor is not asked again for the next ones. */
  failedMs: 1 * MINUTE_MS,
  /** Characters of the addresses that failed, as an isolate remembers them. */
  failedChars: 1 * MB,
} as const
