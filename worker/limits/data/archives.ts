import { MB, MIB } from '../units'

/** Archives of any content. */
export const archives = {
  /** Files in one archive: each is a row of metadata and a read of its content. */
  maxEntries: 50_000,
  /** Central directory, read whole: 50,000 entries with long names. */
  maxDirectoryBytes: 16 * MIB,
  /** An entry that inflates further is a bomb: real documents reach 20, DEFLATE 1,032. */
  maxInflateRatio: 200,
  inflateRatioFromBytes: 10 * MB,
  /** Inflated bytes of one archive. */
  maxInflatedBytes: 20_000 * MB,
} as const
