/** Permissions of datasets and applications: lists repeat them. */
import { KB } from '../units'

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
