/** Sign-in, by the embedded directory and by an external one (DIRECTORY_URL). */
import { KB, MINUTE_MS, SECOND_MS } from '../units'

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

/** Attempts with a password. */
export const loginAttempts = {
  windowMs: 15 * MINUTE_MS,
  /**
   * Failures in a window for one account from one address, or from one browser that has signed in to it before (OWASP
   * Authentication Cheat Sheet: a low number, then wait).
   */
  perPair: 10,
  /** Failures for one account from all other addresses together: a distributed attack. Browsers that have signed in are exempt. */
  perAccount: 100,
  /** Failures from one address for all accounts: an office behind one address mistypes too. */
  perAddress: 100,
} as const
