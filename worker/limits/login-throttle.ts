/** Sign-in attempts. */
import { MINUTE_MS } from './units'

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
