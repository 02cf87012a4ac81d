/** How much one caller may ask for (contract editable-accounts D.2). */
import { MINUTE_MS, SECOND_MS } from './units'

export const rates = {
  windowMs: MINUTE_MS,
  /** Requests of a window, defaults of RATE_ANONYMOUS and RATE_USER. */
  anonymousRequests: 600,
  userRequests: 1_200,
  /** Time that queries may take in a window. */
  anonymousQueryMs: 20 * SECOND_MS,
  userQueryMs: 60 * SECOND_MS,
  /** Callers that an isolate remembers: about 100 bytes each. */
  maxCallers: 20_000,
} as const
