/** Accounts and keys. */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../units'

export const accounts = {
  /** Furthest expiry of an API key. */
  maxKeyDays: 730,
  /** Shortest time between two writes of `lastUsedAt` of a key. */
  keyUseEveryMs: 10 * MINUTE_MS,
  /** Accounts, members or invitations of one response. */
  listSize: 1_000,
  /** Resources that the refusal to delete an account names. */
  namedOwned: 10,
  /** Random bytes of the token of a link in a mail: 256 bits. */
  mailedTokenBytes: 32,
  /** Longest token that is looked up. */
  maxTokenChars: 100,
  /** How long a link in a mail is valid. For a password: OWASP Forgot Password Cheat Sheet. */
  mailedTokenMs: {
    'password-reset': 60 * MINUTE_MS,
    'handed-reset': 60 * MINUTE_MS,
    'email-change': 60 * MINUTE_MS,
    'email-verification': 7 * DAY_MS,
  },
  /** Pause before the next request to a provider that did not respond. */
  oidcRetryMs: 30 * SECOND_MS,
  /** RFC 5321, section 4.5.3.1. */
  maxEmailChars: 254,
  /** Characters of the title of a dataset in a message. */
  maxMailTitleChars: 120,
  maxNameChars: 200,
  /** Organizations read for a name: enough to tell an id from a name, and one name from several. */
  namesakes: 3,
  /** Days until an invitation expires. */
  invitationDays: 14,
  /** Organizations that one user may create: each has its own quotas. */
  maxOrganizations: 10,
  maxDepartments: 200,
  /** Users and organizations of one seed: each is a few statements. */
  maxSeeded: 1_000,
  /** Longest link key, application id and dataset id that are looked up. */
  maxLinkChars: 100,
  /** Age from which an anonymous action token is valid: a form that is sent sooner looks like spam. */
  anonymousTokenFromMs: 1 * SECOND_MS,
  /** Age at which it expires. */
  anonymousTokenMs: 1 * DAY_MS,
  minPasswordChars: 10,
  maxPasswordChars: 128,
} as const

/** Settings of an account. */
export const settings = {
  maxTitleChars: 300,
  /** URLs, descriptions, SVG icons. */
  maxTextChars: 20_000,
  /** Items of each list: all settings are one D1 value of at most 2 MB (d1/platform/limits). */
  maxItems: 500,
  /** Datasets updated in one batch when a topic changes; each row holds its description. */
  topicBatch: 50,
} as const
