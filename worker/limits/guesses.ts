/** Attempts at a password. */
import { MINUTE_MS } from './units'

export const guesses = {
  windowMs: 15 * MINUTE_MS,
  /** Failures in a window for one account from one address (OWASP Authentication Cheat Sheet: a low number, then wait). */
  perPair: 10,
  /** The same from everywhere: high enough that nobody locks an account by hand. */
  perAccount: 100,
  /** The same from one address for every account: an office behind one address mistypes too. */
  perAddress: 100,
} as const
