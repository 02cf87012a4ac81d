/** The history of lines: changes, their differences and their undo. */
import { SECOND_MS } from '../units'

export const history = {
  /** Revisions that a page of changes reads, and changes that it shows. */
  changesWindow: 10_000,
  changesOfPage: 20,
  /** Time between two transactions of a large import. */
  sameChangeMs: 2 * SECOND_MS,
  /** Characters of a line, as JSON, that is compared with the one before: 200 of them are shown at once. */
  comparedChars: 50_000,
  /** Revisions that the undo of a change reads at a time. */
  undonePage: 500,
  /** Deletions of a page: default and maximum. */
  deletionsOfPage: 20,
  maxDeletions: 1_000,
  /** Lines that one request restores: 5,000 lines of six columns among 100,000 deleted ones took 0.7 s locally, and the list of these 0.6 s. */
  restoredAtOnce: 5_000,
} as const
