/** Two-factor authentication. */
import { MINUTE_MS, SECOND_MS } from '../units'

export const twoFactor = {
  /** RFC 6238, section 5.2: the recommended time step, and one step of tolerance for clocks and typing. */
  stepMs: 30 * SECOND_MS,
  skewSteps: 1,
  /** Digits of a code: what all authenticator applications show. */
  digits: 6,
  /** RFC 4226, section 4: 160 bits are recommended. */
  secretBytes: 20,
  /** Recovery codes of 80 bits. */
  recoveryCount: 8,
  recoveryBytes: 10,
  /** Longest code that is looked at: a recovery code with separators. */
  maxCodeChars: 40,
  /** Codes of one user in the window of attempts, right or wrong: a guess is right three times in a million. */
  codesPerUser: 10,
  /** Time between the password and the code of a sign-in. */
  ticketMs: 10 * MINUTE_MS,
} as const
