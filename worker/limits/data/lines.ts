/** Lines: storage, queries and responses. */
import { DAY_MS, KB, MB, MIB, MINUTE_MS, SECOND_MS } from '../units'

export const lines = {
  /** Default of LINES_DATABASE_BYTES: a D1 database has at most 10 GB (d1/platform/limits), and editable lines grow. */
  databaseBytes: 8_000 * MB,
  /**
   * The share of the free space of a database that the lines of a file fill before the next segment begins: the full-text index
   * (0.6 to 1 times the size of the lines in the tests) and indexes on demand follow.
   */
  filledShare: { searchable: 0.45, other: 0.8 },
  /** The share of a database that must be free for a further segment of a table. */
  minFreeShare: 0.1,
  /** A D1 table has at most 100 columns (d1/platform/limits); these are for fields, the others go to `_more`. */
  maxColumns: 80,
  /** Rows of one INSERT through json_each. */
  insertRows: 6_000,
  /** Characters of the cells of one INSERT: a bound value is at most 2 MB (d1/platform/limits), JSON adds its punctuation. */
  insertChars: 900 * KB,
  /** Rows of an INSERT that are written as JSON at once, and characters of their cells: few for memory, enough for the cost of a call. */
  pieceRows: 64,
  pieceChars: 64 * KB,
  /** For the estimate of a rebuild: 80,000 rows a second of 7 columns were measured locally, and a deployed database is slower. */
  rebuiltPerSecond: 40_000,
  /** Rows of one slice of the search index: a statement runs 30 s at most (d1/platform/limits), 0.4 M rows/s measured. */
  searchRows: 200_000,
  /**
   * Memory of the search index for words that are not written yet: 16 MB instead of FTS5's 1 MB writes fewer
   * segments, and halves the time (2.1 s against 4.0 s for 1 M lines × 5 fields).
   */
  searchMemoryBytes: 16 * MIB,
  /** Segments of the search index that are merged into one: FTS5 merges from 4, which is often wasted during one ingestion. */
  searchMergeSegments: 8,
  /** JSON text of one row of a result: a string is at most 2 MB. */
  chunkBytes: 1 * MB,
  /** Pages with more lines are joined by SQLite: for fewer, numbering and joining costs more than reading the rows. */
  rowByRow: 100,
  /** Lines read beyond a page to find the end of a tie (`lines/read/sort-tiebreak.ts`). */
  tiedLines: 20,
  /** Largest average number of lines per value for which ties are short. */
  fewTied: 5,
  /** Lines concatenated in one row of a result. */
  chunkRows: 500,
  /** Characters between two columns of a CSV. */
  maxSeparatorChars: 10,
  /** Lines of one page of a streamed export. */
  exportPageRows: 5_000,
  /** Bytes of one page of a streamed export, and of the largest page that is made in memory. A Worker has 128 MB for all. */
  exportPageBytes: 2_000_000,
  maxPageBytes: 8_000_000,
  /** Lines longer than this on average vary: some may be this many times longer. */
  longLineBytes: 2 * KB,
  longLineVariation: 10,
  /** `size` when absent, `size` at most, and `page × size` at most. */
  defaultSize: 12,
  maxSize: 10_000,
  maxWindow: 10_000,
  /** Lines of a draft that can be read before it is validated. */
  draftRows: 100,
  /** A pattern with wildcards: LIKE and GLOB take 50 bytes (d1/platform/limits). */
  maxPatternBytes: 50,
  /** Highlights: characters of a fragment, of the beginning of a text without one, and to the boundary of a word; fragments. */
  fragmentChars: 100,
  leadingChars: 300,
  wordReachChars: 30,
  maxFragments: 5,
  /** Hints: a response is slow from this time on, a page deep or large, and columns or groups many. */
  slowMs: 1 * SECOND_MS,
  deepPage: 100,
  largePage: 1_000,
  manyColumns: 20,
  manyGroups: 100,
  /** Time zones whose offsets are cached: there are about 600, and a dataset uses one. */
  cachedZones: 100,
  /** Nested parentheses in `qs`: nobody writes more, and the depth of a D1 expression is at most 100. */
  maxQueryDepth: 10,
  /** Steps of date math: `now-1M/M+2d` has three. */
  maxDateSteps: 10,
  /** Values of one `_in`. */
  maxListValues: 10_000,
  /** Distinct conditions of one request. */
  maxConditions: 60,
  /** Fields of one `sort`: each is one or two keys, and the cursor compares them in a nested expression (of depth 100 at most). */
  maxSortKeys: 10,
  /** SQL text of one statement: 100 kB at most (d1/platform/limits). */
  maxSqlChars: 90 * KB,
  /** One result value: 2 MB at most (d1/platform/limits), minus what surrounds it. */
  maxValueBytes: 1_900 * KB,
  /**
   * JSON of the rows that one statement takes from other databases: its 9 last parameters have 17 MB, and an isolate, whose memory
   * is 128 MB, holds it three times.
   */
  exchangedBytes: 16 * MB,
  /** Lines of one segment of a table whose values are looked up in the others at once: 0.5 MB of values of 100 bytes. */
  comparedRows: 5_000,
  /** Rows in one text of such an answer. */
  exchangedRows: 500,
  /** Versions of files of which an isolate remembers how many lines repeat others. */
  rememberedRepeats: 500,
  /** Buckets of a level: default and maximum. */
  defaultBuckets: 20,
  maxLevelBuckets: 1_000,
  /** Buckets of one level over all its parents, empty ones included. */
  maxBuckets: 10_000,
  /** Nested levels of one aggregation: one term each of a compound SELECT, of 5 at most (d1/platform/limits). */
  maxGroupLevels: 4,
  /** Lines of all buckets together, when a bucket returns more than `freeBucketLines`. */
  maxBucketLines: 100_000,
  maxBucketBytes: 16_000_000,
  freeBucketLines: 100,
  /** Lines that `words_agg` reads, and words that it returns. */
  sampledLines: 1_000,
  maxWords: 200,
  /** Metrics of one Opendatasoft-compatible request: each is up to three columns, of 100 at most (d1/platform/limits). */
  maxMetrics: 24,
  /** Percentiles of one metric: two of its aggregates each, and one for their number (`sql.maxAggregates`). */
  maxPercents: 39,
  /** Values of `values/{field}` and of `values-labels/{field}`: default and maximum. */
  defaultValues: 12,
  maxValues: 1_000,
  /** Fields of a primary key, and constraints of a dataset: each is an index updated at every write. */
  maxKeyFields: 20,
  maxConstraints: 10,
  /** Bytes of a request that are not data, when its quota is checked. */
  envelopeBytes: 210,
  /** Characters of an `_id` that a client chooses. */
  maxIdChars: 500,
  /** Actions written in one batch, and characters of their JSON, as for `insertChars`. */
  batchActions: 5_000,
  batchChars: 900 * KB,
  /** Actions of the first batch, which determines the status of the response. */
  firstBatchActions: 1_000,
  /**
   * Own lines that `drop=true` replaces with as many in one transaction: 4 s measured with history among 250,000 lines, its
   * longest statement 2 s of the 30 s that it may run (d1/platform/limits).
   */
  maxOwnReplaced: 50_000,
  /** Interval at which expired lines are deleted. */
  expireEveryMs: 60 * MINUTE_MS,
  /** Lines copied at once from one table to another. */
  copyRows: 2_000,
  /** A write that waits for its table to be rebuilt: time limit, and poll interval. */
  rebuildWaitMs: 5 * SECOND_MS,
  rebuildPollMs: 100,
  /** Characters of a generated `_id`: 108 random bits. */
  generatedIdChars: 21,
  /** Attempts of a write, when concurrent requests change the same line. */
  maxWriteAttempts: 50,
  /** Lines whose ids a dry run keeps, to find those that come again: about 20 MB. */
  dryRunIds: 200_000,
  /** Errors, unless a request asks for more, and warnings that the summary of a bulk lists. */
  listedErrors: 50,
  maxListedErrors: 1_000,
  /** Largest bulk whose search index is updated before its response: actions, bytes. */
  immediateActions: 2_000,
  immediateBytes: 200 * KB,
  /** Longest rejected value quoted in a message. */
  maxRefusedChars: 200,
  /** Statistics are updated this long after a write, or this many times longer than an update takes. */
  refreshAfterMs: 500,
  refreshRest: 20,
  maxRefreshRestMs: 10 * MINUTE_MS,
  /** A refresh without a result after this time was lost: it is sent again. */
  refreshLostMs: 20 * SECOND_MS,
  /**
   * Values that one query may read, as `lines/query/cost` estimates them before it is run: at 80 ns each, half of the
   * 30 s that a statement may run (d1/platform/limits).
   */
  maxValueReads: 200_000_000,
  /** Estimated reads from which a public response is cached at the edge: below, a query is as fast as a lookup. */
  cacheFromValueReads: 4_000_000,
  /** Rows that such a query actually reads, with the existing indexes, to be cached: 2 to 5 ms. */
  cacheFromRows: 10_000,
  /** Intervals of one condition, after adjacent ones are merged: each line is compared with all of them. */
  maxSpans: 500,
  /** Offsets of a time zone are read at this interval, which is shorter than any period between two changes: Morocco suspends summer time for a month. */
  zoneStrideMs: 21 * DAY_MS,
  /** A replaced version is dropped after this time, for the responses that still stream it. */
  dropReplacedAfterMs: 10 * MINUTE_MS,
  /** A version of a deleted dataset is dropped once it has expired from all caches (`cache.datasetMs`). */
  dropRemovedAfterMs: 5 * SECOND_MS,
  /** Rows below the header of a sheet: Excel and LibreOffice have 1,048,576 rows in all. */
  sheetRows: 1_048_575,
} as const
