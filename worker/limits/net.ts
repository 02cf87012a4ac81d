/** Requests that the service sends. */
import { SECOND_MS } from './units'

export const net = {
  /** Until the headers of the answer, and its body: who waits on us waits no longer. */
  timeoutMs: 10 * SECOND_MS,
  /** Each is checked like the first address. */
  maxRedirects: 5,
} as const
