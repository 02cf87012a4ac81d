/** How much one caller may ask for (contract editable-accounts D.2). */
import { KB, MB, MINUTE_MS, SECOND_MS } from './units'

export const rates = {
  windowMs: MINUTE_MS,
  /** Requests of a window, defaults of RATE_ANONYMOUS and RATE_USER. */
  anonymousRequests: 600,
  userRequests: 1_200,
  /** One line of whoever writes through a link in this time. */
  anonymousWriteMs: MINUTE_MS,
  /** Time that queries may take in a window. */
  anonymousQueryMs: 20 * SECOND_MS,
  userQueryMs: 60 * SECOND_MS,
  /** Bytes a second that a caller is sent, of files as they are stored and of what is computed. */
  anonymousBytesPerSecond: { stored: 8 * MB, computed: 500 * KB },
  userBytesPerSecond: { stored: 16 * MB, computed: 1 * MB },
  /** A caller who was silent is sent this many seconds of the rate at once. */
  burstSeconds: 4,
  /** Answers to one caller that wait for their rate; beyond, it is refused. */
  maxSlowedAnswers: 100,
  /** A page of lines that is not called large in the advice on a query. */
  modestSize: 100,
  /** Callers that an isolate remembers: about 100 bytes each. */
  maxCallers: 20_000,
} as const
