/** Requests and responses. */
import { KB, MB, SECOND_MS } from '../units'

export const http = {
  /** JSON request bodies. */
  maxJsonBytes: 1_000 * KB,
  /** Levels of nested arrays and objects in JSON of clients: code that walks or serializes it recurses. */
  maxJsonNesting: 100,
  /** A text part of a multipart body. */
  maxTextPartBytes: 1 * MB,
  /** A form of a page, without its file. */
  maxFormBytes: 1 * MB,
  /** File parts of one request: the data and its attachments. */
  maxFileParts: 2,
  /** Parts of one multipart body; a dataset has about 40 properties. */
  maxParts: 100,
  /** Headers of one multipart part; browsers send about 200 bytes. */
  maxPartHeaderPairs: 20,
  /** Bytes read of a rejected body, so that the client receives the response: some seconds of a typical connection. */
  maxRestBytes: 32 * MB,
  restMs: 5 * SECOND_MS,
  /**
   * Characters of the query string of a page, which all its links repeat: a table of 40 columns has some hundred. Servers reject longer
   * request lines too (nginx large_client_header_buffers, Apache LimitRequestLine).
   */
  maxPageQueryChars: 8 * KB,
  /** Characters of the header `Link`: Node.js reads 16 KB of headers (--max-http-header-size), and others have about 1.5 KB. */
  maxLinkChars: 8 * KB,
  /** Browsers cut a `Referer` beyond 4,096 characters (Referrer Policy, section 8.3); other clients may send more. */
  maxRefererChars: 8 * KB,
  /** File names beyond this are cut, extension kept: object metadata is 2 kB in R2 (r2/platform/limits). */
  maxFileNameChars: 200,
  /** Bytes of one read of a body. */
  bodyChunkBytes: 64 * KB,
  /** Bytes that a multipart envelope adds to its file. */
  multipartEnvelopeBytes: 210,
  /** `Retry-After` for a resource that is busy. */
  busyRetryAfterSeconds: 2,
  /** `Retry-After` for an account over its quota: someone has to free space first. */
  quotaRetryAfterSeconds: 3_600,
} as const
