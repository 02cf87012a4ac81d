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
  /** Shortest time between two writes of the counts of an isolate: at most one row a minute. */
  storePlatformEveryMs: 1 * MINUTE_MS,
  /** Days of the platform's usage on the page of the operator. */
  platformDays: 30,
  /** Texts of statements whose columns an isolate knows to have distinct names, about 1 kB each. */
  rememberedTexts: 1_000,
  /** Days of the list of most read datasets, and its length. */
  mostReadDays: 30,
  mostRead: 10,
  /** The most read datasets of all accounts, of which the home page shows the first that its reader may see; and how long an isolate caches them. */
  mostReadOfAll: 50,
  mostReadCacheMs: 10 * MINUTE_MS,
} as const
