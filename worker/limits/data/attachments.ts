import { KB, MB, SECOND_MS } from '../units'

/** Files attached to lines. */
export const attachments = {
  /** A path is part of a URL (16 KB at most, workers/platform/limits), percent-encoded. */
  maxPathChars: 1_000,
  /** Attachments that one statement reads or inserts: a bound value is at most 2 MB (d1/platform/limits). */
  listedAtOnce: 1_000,
  /** Files that are compared with the lines in one reading of these: 100 bytes each in memory, of 128 MB (workers/platform/limits). */
  comparedAtOnce: 10_000,
  /** Larger ones are not indexed by content. */
  maxReadBytes: 5 * MB,
  /** Text indexed of one attachment. */
  maxContentChars: 100_000,
  /** The same in a line written as JSON: accents and escapes. */
  maxContentBytes: 300 * KB,
  /** Title, author and the like. */
  maxPropertyChars: 1_000,
  /** Attachments read between two heartbeats. */
  readAtOnce: 50,
  /** A document that crashed the process this often is skipped: a message has five attempts. */
  maxReadStarts: 2,
  /** Fetched together: six connections may wait at once (workers/platform/limits), 5 MB each in memory. */
  fetchedAtOnce: 5,
  /** Text of contents in one statement: a bound value is at most 2 MB (d1/platform/limits). */
  writtenChars: 600 * KB,
  /** Paths listed in a message. */
  maxListedPaths: 10,
  /** Inflated bytes of one document: a book has some megabytes, a workbook of 5 MB ten times as much. */
  maxDocumentBytes: 100 * MB,
  /** Pages of a PDF that are read. */
  maxPages: 500,
  /** Visits of pages in one PDF: the reader walks to each page from the first one, 2 µs for each page on the way (measured). */
  maxPageSteps: 10_000_000,
  /** Time limit for one document; the content of a slower one is not indexed. */
  maxReadMs: 10_000,
  /** A copy of a remote attachment is served without a request for this time (contract of clients: about 5 s). */
  remoteCopyFreshMs: 5 * SECOND_MS,
  /** The edge keeps copies this long, and larger files not at all: they are read into memory (128 MB, workers/platform/limits). */
  remoteCopySeconds: 3_600,
  remoteCopyBytes: 10 * MB,
} as const
