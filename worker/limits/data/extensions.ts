/** Extensions of datasets: columns that are computed, or come from other datasets and services. */

import { MINUTE_MS } from '../units'

export const extensions = {
  /** Extensions of one dataset: each is evaluated for every line. */
  maxExtensions: 50,
  /** Lines of a file that are extended at once: their values are in memory. */
  batchLines: 5_000,
  /** Stored lines that are extended and written at once, when an extension of editable lines has changed. */
  updateLines: 1_000,
  /** Between a change of a source and the update of the lines that it extends. */
  updateDelayMs: 10 * MINUTE_MS,
  /** Datasets whose changes may reach one dataset, one through another. */
  maxUpdateSources: 200,
  /** Rows of the preview of an extension, and those whose matches are counted before it is added. */
  previewRows: 10,
  countedRows: 10_000,
  /** Rows matched with the lines of another dataset in one statement: their values are one parameter. */
  matchedRows: 5_000,
  /** Characters of a matched value: longer ones match nothing. */
  maxKeyChars: 1_000,
  /** Rows and lines from which an index is created for a match: below, a scan takes less. */
  indexedMatches: 50,
} as const
