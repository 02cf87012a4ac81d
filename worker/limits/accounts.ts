/** Accounts and keys. */
import { MINUTE_MS, SECOND_MS } from './units'

export const accounts = {
  /** Furthest expiry of an API key (contract editable-accounts C.2). */
  maxKeyDays: 730,
  /** `lastUsedAt` of a key is written at most this often. */
  keyUseEveryMs: 10 * MINUTE_MS,
  /** Accounts, members, invitations of one answer. */
  listSize: 1_000,
  /** A session ends after a week without use; its end is moved once a day. */
  sessionSeconds: 7 * 86_400,
  sessionRenewSeconds: 86_400,
  /** The super-administrator's mode turns itself off after half a working day. */
  adminModeSeconds: 4 * 3_600,
  /** An address that hands a new session over is good for this long, once. */
  callbackMs: 1 * MINUTE_MS,
  /** A provider that did not answer is looked for again. */
  oidcRetryMs: 30 * SECOND_MS,
  /** RFC 5321 §4.5.3.1. */
  maxEmailChars: 254,
  maxNameChars: 200,
  /** Days until an invitation expires. */
  invitationDays: 14,
  /** Organizations that one user may make: each has limits of its own. */
  maxOrganizations: 10,
  maxDepartments: 200,
  /** Users and organizations of one seed: each is a few statements. */
  maxSeeded: 1_000,
  /** The choice of a language or of an account is remembered for a year. */
  choiceCookieSeconds: 31_536_000,
  /** A browser that has signed in is known for a year. */
  knownDeviceSeconds: 31_536_000,
  /** The longest key of an application, and its id, and that of a dataset, that are looked for. */
  maxLinkChars: 100,
  /** A token of an anonymous action counts from a second on ("1–2 s", contract applications A.12), for a day. */
  anonymousTokenFromMs: 1 * SECOND_MS,
  anonymousTokenMs: 86_400 * SECOND_MS,
  minPasswordChars: 10,
  maxPasswordChars: 128,
} as const
