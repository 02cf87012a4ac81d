/** Descriptions of datasets and applications, and their permissions: lists repeat both. */
import { KB } from '../units'

export const descriptions = {
  /** Summaries, names of creators and places, addresses of pictures and links: as the texts of settings. */
  maxTextChars: 20 * KB,
  /** Keywords, topics, sites, related datasets, attachments. */
  maxItems: 1_000,
  /** One of them, and the title of a column. */
  maxItemChars: 1_000,
  /**
   * JSON of a description with its free properties, without columns and configurations: half of a request body. A page of 20 is
   * then 10 MB, of the 128 MB of a Worker.
   */
  maxJsonChars: 500 * KB,
} as const

export const permissions = {
  /** Entries of one resource. */
  maxEntries: 1_000,
  /** Names and operations of one entry. */
  maxEntryItems: 100,
  /** Ids, operations, names of departments: as the names of accounts. */
  maxTextChars: 200,
  /** JSON of all entries: 1,000 with names and addresses. Every condition of a list reads them. */
  maxJsonChars: 250 * KB,
} as const
