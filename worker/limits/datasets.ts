/** Datasets and their lists. */
import { SECOND_MS } from './units'

export const datasets = {
  /** `size` when absent and `skip + size` at most (contract datasets §1.4). */
  defaultSize: 12,
  maxWindow: 10_000,
  /** Events of a journal (contract datasets §8.3). */
  maxJournalEvents: 1_000,
  maxTitleChars: 1_000,
  /** Owners of one list: three bound parameters each. */
  maxOwners: 8,
  /** Operations of `can`: about ten bound parameters each. */
  maxOperations: 4,
  /** Values of one facet: a longer list is not read. */
  maxFacetValues: 1_000,
  /** Words of a list's `q`: two bound parameters each, of the 100 of a statement (d1/platform/limits). */
  maxSearchWords: 12,
  /** Metadata is stored in one D1 value of at most 2 MB; the JSON body is at most 1 MB. */
  maxIdChars: 80,
  /** Children of a virtual dataset, its conditions, and tables that its lines may come from: each is part of every query. */
  maxChildren: 100,
  maxChildFilters: 50,
  maxDescendants: 100,
  /** Ways from a virtual dataset down to those below it: each is followed at every query, and they double at every level. */
  maxVirtualPaths: 1_000,
  /** Times a slug is looked for again, because another creation took it first. */
  maxSlugAttempts: 20,
  /** Times a removal starts again, because the dataset changed meanwhile. */
  maxRemoveAttempts: 5,
  /** A lock whose holder died ends by itself (contract editable-accounts A.10). */
  lockMs: 60 * SECOND_MS,
} as const
