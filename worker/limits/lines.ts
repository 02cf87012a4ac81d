/** Lines: how they are stored, asked for and answered. */
import { DAY_MS, KB, MB, MIB, MINUTE_MS, SECOND_MS } from './units'

export const lines = {
  /** Columns of a D1 table are at most 100 (d1/platform/limits); these are left to fields, the others go to `_more`. */
  maxColumns: 80,
  /** Rows of one INSERT through json_each. */
  insertRows: 6_000,
  /** Characters of the cells of one INSERT: a bound value is at most 2 MB (d1/platform/limits), JSON adds its signs. */
  insertChars: 900 * KB,
  /** Rows of one slice of the search index: a statement runs 30 s at most (d1/platform/limits), 0.4 M rows/s measured. */
  searchRows: 200_000,
  /**
   * Memory in which the search index gathers words before it writes them: 16 MB instead of FTS5's 1 MB writes fewer
   * segments, and halves the time (2.1 s against 4.0 s for 1 M lines × 5 fields).
   */
  searchMemoryBytes: 16 * MIB,
  /** Segments of the search index that are merged into one: FTS5 merges from 4 on, often for nothing in one ingestion. */
  searchMergeSegments: 8,
  /** JSON text of one row of an answer: a string is at most 2 MB. */
  chunkBytes: 1 * MB,
  /** Lines of larger pages are joined by SQLite: of fewer, to number and to join them costs more than their rows. */
  rowByRow: 100,
  /** Lines read beyond a page to see where a tie at its end ends (`lines/ties`). */
  tiedLines: 20,
  /** Lines that share one value of a field on average, at most, for its ties to be short. */
  fewTied: 5,
  /** Lines concatenated in one row of an answer. */
  chunkRows: 500,
  /** Lines of one page of a streamed export. */
  exportPageRows: 5_000,
  /** `size` when absent, `size` at most, and `page × size` at most (contract lines §1.2). */
  defaultSize: 12,
  maxSize: 10_000,
  maxWindow: 10_000,
  /** Lines of a draft that can be looked at before it is validated (contract datasets §1.8). */
  draftRows: 100,
  /** Characters of `q`: beyond, no one typed it. */
  maxSearchChars: 2_000,
  /** Words of `q` that are matched. */
  maxSearchWords: 50,
  /** Words of `q` beyond which none is compared with whole values: each costs a look at every line of a small table. */
  maxWholeWords: 5,
  /** A pattern with wildcards: LIKE and GLOB take 50 bytes (d1/platform/limits). */
  maxPatternBytes: 50,
  /** Parentheses within each other in `qs`: nobody writes more, and an expression of D1 is at most 100 deep. */
  maxQueryDepth: 10,
  /** Values of one `_in`. */
  maxListValues: 10_000,
  /** Distinct conditions of one request. */
  maxConditions: 60,
  /** Fields of one `sort`: each is one or two keys, and the cursor compares them nested (an expression is at most 100 deep). */
  maxSortKeys: 10,
  /** SQL text of one statement: 100 kB at most (d1/platform/limits). */
  maxSqlChars: 90 * KB,
  /** One answer value: 2 MB at most (d1/platform/limits), less the room for what surrounds it. */
  maxValueBytes: 1_900 * KB,
  /** Buckets of a level when nothing is said, and at most (contract lines §3.1 `agg_size`). */
  defaultBuckets: 20,
  maxLevelBuckets: 1_000,
  /** Buckets of one level over all its parents, empty ones included (contract lines §3.1). */
  maxBuckets: 10_000,
  /** Nested levels of one aggregation: one term each of a compound SELECT, of 5 at most (d1/platform/limits). */
  maxGroupLevels: 4,
  /** Lines inside of buckets, in all, when a bucket shows more than `freeBucketLines` (contract lines §3.1). */
  maxBucketLines: 100_000,
  freeBucketLines: 100,
  /** Lines that `words_agg` looks at, and words it gives at most (contract lines §3.7). */
  sampledLines: 1_000,
  maxWords: 200,
  /** Figures of one aggregation: each is up to five columns, of 100 at most (d1/platform/limits). */
  maxMetrics: 12,
  /** Percentiles of one figure: two columns each. */
  maxPercents: 20,
  /** Values of `values/{field}` and of `values-labels/{field}`, and at most (contract lines §3.2). */
  defaultValues: 12,
  maxValues: 1_000,
  /** Fields of a primary key, and constraints of a dataset: each is an index to keep at every write. */
  maxKeyFields: 20,
  maxConstraints: 10,
  /** Bytes of a request that are no data, when its room is looked for (contract editable-accounts D.1). */
  envelopeBytes: 210,
  /** Characters of an `_id` that a client chooses. */
  maxIdChars: 500,
  /** Actions written together (contract editable-accounts A.6.2), and characters of their text: as of `insertChars`. */
  batchActions: 5_000,
  batchChars: 900 * KB,
  /** Actions of the first batch, after which the status of the answer is known (contract editable-accounts A.6.2). */
  firstBatchActions: 1_000,
  /**
   * Own lines that `drop=true` replaces, by as many, in one transaction: 4 s measured with history among 250,000 lines, its
   * longest statement 2 s of the 30 s that it may run (d1/platform/limits).
   */
  maxOwnReplaced: 50_000,
  /** Lines that expire are looked for this often (contract editable-accounts A.2). */
  expireEveryMs: 60 * MINUTE_MS,
  /** Lines copied at once from one table to another. */
  copyRows: 2_000,
  /** A line that waits for its table to be rebuilt waits this long at most, and looks this often. */
  rebuildWaitMs: 5 * SECOND_MS,
  rebuildPollMs: 100,
  /** Times a write starts again because someone else wrote the same line first. */
  maxWriteAttempts: 50,
  /** Errors and warnings listed in the summary of a bulk (contract editable-accounts A.6.3). */
  maxListedErrors: 50,
  /** Actions and bytes of a bulk that is searchable when it is answered (contract editable-accounts A.7). */
  immediateActions: 2_000,
  immediateBytes: 200 * KB,
  /** A refused value in a message is cut here (contract editable-accounts F.2). */
  maxRefusedChars: 200,
  /** What is observed in lines is brought up to date this long after a write, or this many times longer than it takes. */
  refreshAfterMs: 500,
  refreshRest: 20,
  maxRefreshRestMs: 10 * MINUTE_MS,
  /** A refresh that was asked for so long ago was lost: it is asked for again. */
  refreshLostMs: 20 * SECOND_MS,
  /**
   * Values of lines that one query may look at, as `lines/cost` estimates them before it is run: at 80 ns each, half of the
   * 30 s that a statement may run (d1/platform/limits).
   */
  maxLooks: 200_000_000,
  /** Looks of a public page from which its answer is kept at the edge: below, a query is as fast as looking there. */
  edgeFromLooks: 4_000_000,
  /** Rows that such a page reads in fact, with the indexes that there are, to be worth it: 2 to 5 ms. */
  edgeFromRows: 10_000,
  /** Spans of time of one condition, once those that touch are one: each line is compared with them all. */
  maxSpans: 500,
  /** Tables with fewer lines are scanned in a few ms and get no index. */
  indexFromLines: 20_000,
  /** Uses of a field in filters and sorts before it is indexed: on D1 an index costs as much as 1,000 scans. */
  indexFromUses: 50,
  /** Indexes of one table: each makes a write slower. */
  maxIndexes: 8,
  /** Lines beyond which folded texts are not indexed: 8 s per million, of the 30 s of a statement (d1/platform/limits). */
  maxFoldedLines: 2_500_000,
  /** The same for values: 1 s per million. */
  maxIndexedLines: 20_000_000,
  /** An isolate writes the uses it has counted this often at most. */
  tellWantsEveryMs: 5 * SECOND_MS,
  /** Fields that nobody has asked for in this time are not indexed again. */
  forgetWantsAfterMs: 30 * DAY_MS,
  /** An index is asked for again after this, when it is still missing. */
  indexLostMs: 10 * MINUTE_MS,
  /** Lines of one row group of a Parquet file, and their bytes at most: what its writer holds (128 MB in an isolate). */
  parquetGroupRows: 20_000,
  parquetGroupBytes: 16 * MB,
  /** Lines whose Parquet file is written while its reader waits (0.2 s); beyond, by the queue. */
  parquetAtOnce: 20_000,
  /** A delivery that writes a Parquet file lasts this long at most (15 min, queues/platform/limits). */
  parquetLeaseMs: 15 * MINUTE_MS,
  /** Writing a file that ended its process too often is tried again after this. */
  parquetForgiveMs: DAY_MS,
  /** Lines of a Parquet file: one delivery writes it (5 min of CPU, queues/platform/limits), 30,000 lines × 33 fields a second. */
  maxParquetLines: 5_000_000,
  /** A version that was replaced is dropped after the answers that still stream it. */
  dropReplacedAfterMs: 10 * MINUTE_MS,
  /** A version whose dataset was deleted is dropped after the isolates have forgotten it (`cache.datasetMs`). */
  dropRemovedAfterMs: 5 * SECOND_MS,
  /** Records of the Opendatasoft-compatible API: `limit` when absent and at most, offset + limit, groups (contract lines §8.2). */
  odsLimit: 10,
  odsMaxLimit: 100,
  odsMaxWindow: 10_000,
  odsMaxGroups: 20_000,
  /** Bounds of one `range` with bounds of its own. */
  odsMaxBounds: 100,
  /** Rows of an exported workbook, which is made in memory. */
  odsSheetRows: 50_000,
} as const
