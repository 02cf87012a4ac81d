/** Reference data: the searches that datasets offer to others. */
import { MB } from '../units'

export const masterData = {
  /** Searches that one dataset offers, and values of each. */
  maxSearches: 20,
  maxInputs: 8,
  /** Rows of one bulk search, and its bytes: both are in memory. */
  maxSearchedRows: 100_000,
  maxSearchedBytes: 10 * MB,
} as const
