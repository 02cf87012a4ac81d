/** Datasets. */
import { SECOND_MS } from '../units'

export const datasets = {
  /** Events of a journal. */
  maxJournalEvents: 1_000,
  maxTitleChars: 1_000,
  /** Protected links: they are stored with the row, which most requests read. */
  maxLinks: 50,
  maxLinkTitleChars: 200,
  /** Characters of the address of a remote file. */
  maxUrlChars: 2_000,
  /** Characters of an id that a client chooses. */
  maxIdChars: 80,
  /** Children of a virtual dataset, its conditions, and the tables of its lines: each is part of every query. */
  maxChildren: 100,
  maxChildFilters: 50,
  maxDescendants: 100,
  /** Paths from a virtual dataset to its descendants: every query follows each path, and paths double at every level. */
  maxVirtualPaths: 1_000,
  /** Attempts to find a free slug, when concurrent requests take it first. */
  maxSlugAttempts: 20,
  /** Attempts of a change, when the resource is changed between the read and the write. */
  maxChangeAttempts: 5,
  /** A lock expires when its holder has crashed. */
  lockMs: 60 * SECOND_MS,
} as const
