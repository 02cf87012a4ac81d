/** Sessions, and the cookies of browsers. */
import { MINUTE_MS } from '../units'

export const sessions = {
  /** A session expires after a week without use; its expiry is updated once a day. */
  sessionSeconds: 7 * 86_400,
  sessionRenewSeconds: 86_400,
  /** The super-administrator mode expires after half a working day. */
  adminModeSeconds: 4 * 3_600,
  /** A sign-in link is valid for this long, and can be used once. */
  callbackMs: 1 * MINUTE_MS,
  /** Changes that require the password require a sign-in this recent from users without one. */
  freshSessionMs: 10 * MINUTE_MS,
  /** Lifetime of the cookies for the language and the active account: a year. */
  choiceCookieSeconds: 31_536_000,
  /** Lifetime of the cookie of a browser that has signed in: a year. */
  knownDeviceSeconds: 31_536_000,
} as const
