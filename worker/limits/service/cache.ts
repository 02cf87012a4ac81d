/** Caches in the memory of an isolate. */
import { KIB, MIB, SECOND_MS } from '../units'

export const cache = {
  /** How long an isolate may serve a dataset's description that another isolate has changed. */
  datasetMs: 2 * SECOND_MS,
  /** The same for an API key and its account. */
  keyMs: 5 * SECOND_MS,
  /** The same for a session and the organizations of its user. */
  sessionMs: 5 * SECOND_MS,
  /** The same for the publication site at a domain. */
  domainMs: 30 * SECOND_MS,
  /** The same for the appearance of the instance. */
  instanceMs: 10 * SECOND_MS,
  /** The same for the limits of an account. */
  quotaMs: 5 * SECOND_MS,
  /** Entries of each of these caches: an isolate has 128 MB. */
  maxEntries: 500,
  /** Largest response in the cache: a page of lines, not an export. */
  maxAnswerBytes: 64 * KIB,
  /** Bytes of all cached responses. */
  answersBytes: 4 * MIB,
  /** Slots that record which requests came once: 4 bytes each. */
  requestSlots: 4_096,
} as const
