/** An external directory (DIRECTORY_URL). */
import { KB, MINUTE_MS, SECOND_MS } from './units'

export const directory = {
  /** Its keys are fetched again after this time. */
  keysMs: 10 * MINUTE_MS,
  /** Largest age of the keys while they cannot be fetched: a key revoked meanwhile is accepted as long. */
  staleMs: 60 * MINUTE_MS,
  /** Shortest time between two fetches for a token with an unknown key, or after a failure. */
  renewMs: 10 * SECOND_MS,
  /** Poll interval of a request that waits for the fetch of another: a fetch takes some tens of milliseconds. */
  pollMs: 20,
  maxKeysBytes: 100 * KB,
} as const
