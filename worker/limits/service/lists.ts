/** Lists of datasets and applications. */
import { KB, MB, SECOND_MS } from '../units'

export const lists = {
  /** Bytes of documents that are read at once: parsed, they take several times as much, of the 128 MB of a Worker. */
  groupBytes: 1 * MB,
  /** Bytes of the documents of a response that is in memory as a whole. */
  heldBytes: 4 * MB,
  /** How long other requests of an isolate wait for the end of the read of a group, which takes some 50 ms (measured). */
  groupMs: 2 * SECOND_MS,
  pollMs: 5,
  /** JSON of the documents of a page of the service, and the share of one: 100 of a page of the catalogue are 10 MB. */
  pageChars: 4 * MB,
  maxDocumentChars: 100 * KB,
} as const
