/** Pages of the operator. */
import { MB } from '../units'

export const administration = {
  /** Entries of lists without pages: runs, and failures of each type. */
  listSize: 200,
  /** Entries of a page of the activity. */
  activitySize: 50,
  /** Unit of the storage limit in its form. */
  megabyte: MB,
} as const
