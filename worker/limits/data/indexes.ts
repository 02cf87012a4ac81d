/** Indexes that the queries of lines need. */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../units'

export const indexes = {
  /** Tables with fewer lines are scanned in a few ms and get no index. */
  fromLines: 20_000,
  /** Uses of a field in filters and sorts before it is indexed: on D1 an index costs as much as 1,000 scans. */
  fromUses: 50,
  /** Indexes of one table: each makes a write slower. */
  maxIndexes: 8,
  /** Lines beyond which folded text is not indexed: 8 s per million, of the 30 s of a statement (d1/platform/limits). */
  maxFoldedLines: 2_500_000,
  /** Lines beyond which values are not indexed: 1 s per million. */
  maxIndexedLines: 20_000_000,
  /** Shortest time between two writes of the uses that an isolate has counted. */
  flushUsesEveryMs: 5 * SECOND_MS,
  /** Fields without a use in this time are not indexed again. */
  forgetUsesAfterMs: 30 * DAY_MS,
  /** An index that is still missing after this time is requested again. */
  lostMs: 10 * MINUTE_MS,
} as const
