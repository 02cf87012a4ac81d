/** Requests and answers. */
import { KB, MB, SECOND_MS } from './units'

export const http = {
  /** JSON request bodies (contract datasets §0.1 row 3). */
  maxJsonBytes: 1_000 * KB,
  /** A text part of a multipart body (contract datasets §0.1 row 5). */
  maxTextPartBytes: 1 * MB,
  /** A form of a page, its file apart. */
  maxFormBytes: 1 * MB,
  /** File parts of one request: the data and its attachments (contract datasets §8.3). */
  maxFileParts: 2,
  /** Parts of one multipart body; the contract lists about 40 property names. */
  maxParts: 100,
  /** Headers of one multipart part; browsers send about 200 bytes. */
  maxPartHeaderPairs: 20,
  /** What is read of a body that was refused, so that its sender hears why: some seconds of a common line. */
  maxRestBytes: 32 * MB,
  restMs: 5 * SECOND_MS,
  /**
   * The query of a page, which each of its links repeats: a table of 40 columns has some hundred. Servers refuse longer
   * request lines too (nginx large_client_header_buffers, Apache LimitRequestLine).
   */
  maxPageQueryChars: 8 * KB,
  /** Browsers cut the address of a page beyond 4,096 characters (Referrer Policy §8.3); other clients may tell more. */
  maxRefererChars: 8 * KB,
  /** File names beyond this are cut, extension kept: object metadata is 2 kB in R2 (r2/platform/limits). */
  maxFileNameChars: 200,
  /** What a multipart envelope adds to its file (contract datasets §8.1). */
  multipartEnvelopeBytes: 210,
  /** Age of a public answer (contract lines §9.1). */
  publicMaxAgeSeconds: 300,
  /** Age of an answer addressed by `finalizedAt` (contract lines §9.1). */
  versionedMaxAgeSeconds: 604_800,
  /** What a caller waits before asking again for a resource that is busy. */
  busyRetryAfterSeconds: 2,
  /** The same for an account that is full: someone has to act first. */
  quotaRetryAfterSeconds: 3_600,
} as const
