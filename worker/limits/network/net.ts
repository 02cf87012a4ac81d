/** Outgoing requests. */
import { MB, MINUTE_MS, SECOND_MS } from '../units'

export const net = {
  /** Timeouts for the headers of the response, and for its body. */
  timeoutMs: 10 * SECOND_MS,
  /** The beginning of a response that tells a web page from data. The doctype is first, after comments at most. */
  pageStartBytes: 2_048,
  /** Redirects; each is checked like the first URL. */
  maxRedirects: 5,
  /** Concurrent requests to one host on behalf of visitors, per isolate: browsers send 6 at once. */
  maxPerHost: 10,
  /** A request that failed for one visitor is not sent again for this time. */
  failedMs: 1 * MINUTE_MS,
  /** Characters of the failed URLs that an isolate caches. */
  failedChars: 1 * MB,
} as const
