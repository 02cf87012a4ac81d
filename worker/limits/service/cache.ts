/** Caches: of browsers and shared ones, and those in the memory of an isolate. */
import { KIB, MIB, SECOND_MS } from '../units'

export const cache = {
  /** `max-age` of a public response. */
  publicMaxAgeSeconds: 300,
  /** `max-age` of a response whose URL has `finalizedAt`. */
  versionedMaxAgeSeconds: 604_800,
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
  /**
   * Characters of the rows of cached datasets, and of one: parsed, a character takes 1.2 to 1.6 bytes (measured), 2.4 beyond Latin-1, of
   * the 128 MB of an isolate.
   */
  datasetsChars: 8 * MIB,
  maxDatasetChars: 500 * KIB,
  /** Characters of the sessions, of the API keys and of the sites at domains that are cached: some hundred of each. */
  accountsChars: 1 * MIB,
  /** Characters of what lists have counted and sorted, and of one list: 1,000 values of seven facets and a long search are 300,000. */
  listsChars: 4 * MIB,
  maxListChars: 500 * KIB,
  /** Entries of each of the other caches: an isolate has 128 MB. */
  maxEntries: 500,
  /** Largest response in the cache: a page of lines, not an export. */
  maxAnswerBytes: 64 * KIB,
  /** Bytes of all cached responses. */
  answersBytes: 4 * MIB,
  /** Slots that record which requests came once: 4 bytes each. */
  requestSlots: 4_096,
} as const
