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
} as const
