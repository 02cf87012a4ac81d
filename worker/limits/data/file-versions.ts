/** Earlier files of datasets that can be restored. */
import { DAY_MS, MB } from '../units'

export const fileVersions = {
  /** Of one dataset: a week of a file that is replaced daily, without its Sunday and its Saturday. */
  maxVersions: 5,
  /** A month covers a mistake that is noticed at the next monthly file. */
  availableMs: 30 * DAY_MS,
  /** Bytes per account, beside its quotas, as of the trash. The oldest versions are deleted first. */
  maxBytes: 2_000 * MB,
} as const
