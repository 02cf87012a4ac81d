/** What can be restored: deleted datasets and applications, and earlier files. */
import { DAY_MS, KB, MB, SECOND_MS } from '../units'

export const trash = {
  /** `TRASH_DAYS`: a week covers a mistake on a Friday. A year is more than databases of 10 GB have room for. */
  defaultDays: 7,
  maxDays: 365,
  /** Datasets, and applications, per account beside its quotas: a script that deletes and creates the same data daily must not fill the databases. */
  maxResources: 100,
  maxBytes: 2_000 * MB,
  /** Events of the journal that are restored, and bytes of one: a value of D1 has 2 MB at most. */
  events: 100,
  eventBytes: 10 * KB,
  /** Resources whose data are deleted in one tick of the cron, or by one deletion. */
  purgeBatch: 20,
  /** A dataset with the id of one that was deleted is created this much later at most: each version is one second after the one before. */
  maxReuseWaitMs: 5 * SECOND_MS,
} as const

/** Earlier files of datasets. */
export const fileVersions = {
  /** Of one dataset: a week of a file that is replaced daily, without its Sunday and its Saturday. */
  maxVersions: 5,
  /** A month covers a mistake that is noticed at the next monthly file. */
  availableMs: 30 * DAY_MS,
  /** Bytes per account, beside its quotas, as of the trash. The oldest versions are deleted first. */
  maxBytes: 2_000 * MB,
} as const
