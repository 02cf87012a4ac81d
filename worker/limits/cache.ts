/** What an isolate remembers. */
import { KIB, MIB, SECOND_MS } from './units'

export const cache = {
  /** How long an isolate may answer with a dataset's description that another isolate has changed. */
  datasetMs: 2 * SECOND_MS,
  /** The same for an API key and its account. */
  keyMs: 5 * SECOND_MS,
  /** The same for a session and the organizations of its user. */
  sessionMs: 5 * SECOND_MS,
  /** The same for the limits of an account. */
  quotaMs: 5 * SECOND_MS,
  /** Entries of each of these caches: an isolate has 128 MB. */
  maxEntries: 500,
  /** Largest answer that an isolate remembers: a page of lines, not an export. */
  maxAnswerBytes: 64 * KIB,
  /** Answers that an isolate remembers, in all. */
  answersBytes: 4 * MIB,
  /** Requests of which it is remembered that they were asked once: 4 bytes each. */
  askedPlaces: 4_096,
} as const
