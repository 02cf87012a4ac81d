/** Lists of datasets and applications. */
import { KB, MB, SECOND_MS } from '../units'

export const lists = {
  /** `size` when absent and `skip + size` at most. */
  defaultSize: 12,
  maxWindow: 10_000,
  /** Owners of one list: three bound parameters each. */
  maxOwners: 8,
  /** Operations of `can`: about ten bound parameters each. */
  maxOperations: 4,
  /** Values of one facet: nobody reads a longer list. */
  maxFacetValues: 1_000,
  /** Words of a list's `q`: each is looked for in every row. */
  maxWords: 12,
  /** Titles among which a misspelled word is looked for. */
  suggestedTitles: 1_000,
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
