/** Usage of accounts over time. */
import { MINUTE_MS } from '../units'

export const usage = {
  /** Days that daily figures and counted reads are kept, and shown: a quarter. */
  keptDays: 90,
  /** Figures of a day are recorded, and old ones deleted, in the first hour of the day in UTC at this minute. */
  recordAtMinute: 23,
  /** Shortest time between two writes of the reads that an isolate has counted: a dataset costs at most one row a minute. */
  writeReadsEveryMs: 1 * MINUTE_MS,
  /** Datasets whose reads an isolate counts between two writes. */
  maxCounted: 1_000,
  /** Days of the list of most read datasets, and its length. */
  mostReadDays: 30,
  mostRead: 10,
} as const
