/** Every number with a unit, and where it comes from. Nothing else in the code spells a limit. */

const KB = 1_000
const MB = 1_000_000
const MIB = 1_048_576
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS

export const limits = {
  http: {
    /** JSON request bodies (contract datasets §0.1 row 3). */
    maxJsonBytes: 1_000 * KB,
    /** A text part of a multipart body (contract datasets §0.1 row 5). */
    maxTextPartBytes: 1 * MB,
    /** File parts of one request: the data and its attachments (contract datasets §8.3). */
    maxFileParts: 2,
    /** Parts of one multipart body; the contract lists about 40 property names. */
    maxParts: 100,
    /** Headers of one multipart part; browsers send about 200 bytes. */
    maxPartHeaderPairs: 20,
    /** File names beyond this are cut, extension kept: object metadata is 2 kB in R2 (r2/platform/limits). */
    maxFileNameChars: 200,
    /** What a multipart envelope adds to its file (contract datasets §8.1). */
    multipartEnvelopeBytes: 210,
    /** Age of a public answer (contract lines §9.1). */
    publicMaxAgeSeconds: 300,
    /** Age of an answer addressed by `finalizedAt` (contract lines §9.1). */
    versionedMaxAgeSeconds: 604_800,
    /** What a caller waits before asking again for a resource that is busy. */
    busyRetryAfterSeconds: 2,
  },

  uploads: {
    /** Default of MAX_FILE_BYTES: one object in R2 may hold 5 TiB; D1 holds 10 GB per database (d1/platform/limits). */
    defaultMaxFileBytes: 5_000 * MB,
    /** R2 wants equal parts of at least 5 MiB (r2/platform/limits); one part is the memory of one upload. */
    partBytes: 5 * MIB,
    /** Days after which an upload that never became a dataset is removed. */
    abandonedAfterMs: 1 * DAY_MS,
  },

  files: {
    /** A gz that grows beyond this ratio is a bomb; DEFLATE reaches 1,032 at most (zlib technical notes). */
    maxInflateRatio: 200,
    /** Ratios say nothing of small files. */
    inflateRatioFromBytes: 10 * MB,
    /** Bytes looked at to find encoding and dialect (contract datasets §5.1). */
    sampleBytes: 1 * MB,
    /** Bytes asked of R2 at once: what is asked may be held in memory whole (the local engine does), and each costs a request. */
    windowBytes: 8 * MIB,
    /** Bytes decoded and parsed at once: large enough to cost little per call, small enough to be nothing in memory. */
    chunkBytes: 256 * 1_024,
    /** Rows scored when choosing a dialect (contract datasets §5.1). */
    dialectRows: 1_000,
    /** One cell: a value in D1 is at most 2 MB (d1/platform/limits), and JSON may escape every byte. */
    maxCellChars: 500_000,
    /** One record of a file, all its cells: bounds the memory of a reader on an unbalanced quote. */
    maxRecordChars: 2_000_000,
    /** Columns of one file: beyond, statistics no longer fit in the memory of a Worker (128 MB). */
    maxColumns: 1_000,
    /** A column name; longer ones are cut. Real headers hold sentences, never pages. */
    maxHeaderChars: 1_000,
    /** Bytes given to the statistical detection of an encoding: 64 kB take chardet 30 ms (measured). */
    encodingWindowBytes: 64 * KB,
    /** A value quoted in a message is cut here. */
    maxQuotedChars: 100,
    /** Bytes inflated at once: DEFLATE makes 1,032 of one at most, so a step of a bomb stays under 9 MB. */
    inflateStepBytes: 8 * 1_024,
    /** Inflated bytes are handed on in chunks of at least this size. */
    inflateChunkBytes: 64 * 1_024,
    /** Name, comment and extra field of one gzip member; real ones hold a file name. */
    maxGzipHeaderBytes: 4 * 1_024,
  },

  schema: {
    /** Distinct values kept exactly per field; beyond, the count is a sketch (contract datasets §2.4). */
    maxTrackedValues: 3_000,
    /** Distinct values kept over all fields of one dataset: bounds the memory of an analysis. */
    maxTrackedValuesInAll: 200_000,
    /** Values longer than this are not filterable exactly nor counted (contract datasets §5.9). */
    maxFilterableChars: 200,
    /** Distinct values of a field that is given an `enum` (contract datasets §5.9). */
    maxEnum: 50,
    /** Share of lines that must have a value for a field to be given an `enum` (contract datasets §5.9). */
    minEnumShare: 0.2,
    /** Most frequent values kept for display. */
    maxFrequent: 10,
    /** Bars of a field's histogram. */
    histogramBars: 20,
    /** Bins of the streaming histogram that the bars are drawn from: 8 kB per numeric or date field. */
    histogramBins: 1_024,
    /** Days of one time zone whose offset is remembered: 27 years, about 1 MB. */
    maxZoneDays: 10_000,
    /** Log2 of the registers of the distinct-value sketch: 1,024 bytes, 3 % standard error. */
    sketchBits: 10,
  },

  lines: {
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
    /** Pages of at most so many lines come line by line; larger ones are joined by SQLite (a third faster at 1,000). */
    rowByRow: 100,
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
    /** Figures of one aggregation: each is up to five columns, of 100 at most (d1/platform/limits). */
    maxMetrics: 12,
    /** Percentiles of one figure: two columns each. */
    maxPercents: 20,
    /** Values of `values/{field}` and of `values-labels/{field}`, and at most (contract lines §3.2). */
    defaultValues: 12,
    maxValues: 1_000,
    /** A version that was replaced is dropped after the answers that still stream it. */
    dropReplacedAfterMs: 10 * MINUTE_MS,
    /** A version whose dataset was deleted is dropped after the isolates have forgotten it (`cache.datasetMs`). */
    dropRemovedAfterMs: 5 * SECOND_MS,
  },

  datasets: {
    /** `size` when absent and `skip + size` at most (contract datasets §1.4). */
    defaultSize: 12,
    maxWindow: 10_000,
    /** Events of a journal (contract datasets §8.3). */
    maxJournalEvents: 1_000,
    maxTitleChars: 1_000,
    /** Owners of one list: three bound parameters each. */
    maxOwners: 8,
    /** Words of a list's `q`: two bound parameters each, of the 100 of a statement (d1/platform/limits). */
    maxSearchWords: 12,
    /** Metadata is stored in one D1 value of at most 2 MB; the JSON body is at most 1 MB. */
    maxIdChars: 80,
    /** Times a slug is looked for again, because another creation took it first. */
    maxSlugAttempts: 20,
    /** Times a removal starts again, because the dataset changed meanwhile. */
    maxRemoveAttempts: 5,
  },

  processing: {
    /** A delivery works this long, then hands its cursor to the next one (a consumer has 15 min, queues/platform/limits). */
    sliceMs: 20 * SECOND_MS,
    /** Text of the beginning of a file from which its form is taken for that of the whole (`early-lines`). */
    earlyFormChars: 500 * KB,
    /** Work gives way to requests this often. */
    breatheEveryMs: 50,
    /** A claim lasts this long without a sign of life; longer than a slice and its slowest statement (30 s). */
    leaseMs: 90 * SECOND_MS,
    /** First delay after a platform fault; doubles at each attempt. */
    retryDelaySeconds: 2,
    maxRetryDelaySeconds: 300,
    /** Deliveries of one message before the dead-letter queue (max_retries of wrangler.toml). */
    maxAttempts: 5,
    /** Runs that the watchdog re-drives in one tick. */
    redriveBatch: 100,
    /** Discarded things removed in one delivery. */
    discardBatch: 20,
    /** Bad lines described one by one in a message (contract datasets §3.3). */
    describedBadLines: 3,
    /** Share of refused lines above which a file is refused as a whole (contract datasets §3.3). */
    maxBadLineShare: 0.5,
    /** Progress is written at most this often (contract datasets §7.3). */
    progressEveryMs: 500,
  },

  cache: {
    /** How long an isolate may answer with a dataset's description that another isolate has changed. */
    datasetMs: 2 * SECOND_MS,
    /** The same for an API key and its account. */
    keyMs: 5 * SECOND_MS,
    /** Entries of each of these caches: an isolate has 128 MB. */
    maxEntries: 500,
  },

  accounts: {
    /** Furthest expiry of an API key (contract editable-accounts C.2). */
    maxKeyDays: 730,
    /** `lastUsedAt` of a key is written at most this often. */
    keyUseEveryMs: 10 * MINUTE_MS,
    /** A session cookie is trusted this long before the database is asked again. */
    sessionCacheSeconds: 60,
    minPasswordChars: 10,
    maxPasswordChars: 128,
  },
} as const
