/** Attempts at a password. */
import { MINUTE_MS } from './units'

export const guesses = {
  windowMs: 15 * MINUTE_MS,
  /**
   * Failures in a window for one account from one address, or from one browser that has signed in to it before (OWASP
   * Authentication Cheat Sheet: a low number, then wait).
   */
  perPair: 10,
  /** The same from everywhere else: an attack of many addresses. Known browsers are let in beyond. */
  perAccount: 100,
  /** The same from one address for every account: an office behind one address mistypes too. */
  perAddress: 100,
} as const
