/** Collectors: schedules, runs, and what plugins may use. */
import { DAY_MS, HOUR_MS, KB, MB, MINUTE_MS, SECOND_MS } from '../units'

export const collectors = {
  maxConfigChars: 200 * KB,
  /** State that a plugin keeps between runs, and its checkpoint: each is one D1 value, of at most 2 MB. */
  maxStateChars: 200 * KB,
  /** Records are written as JSON in chunks of at least this length. */
  recordChunkChars: 64_000,
  maxSecretChars: 10_000,
  maxRules: 20,
  maxPermissions: 100,
  defaultSize: 10,
  maxSize: 1_000,
  webhookKeyChars: 16,
  /** Runs that a tick starts, and collectors that it schedules. Both go on in the next tick. */
  tickBatch: 1_000,
  /** Messages of one `sendBatch` (queues/platform/limits). */
  sendBatch: 100,
  /** A run works for this long, then goes on from its last checkpoint in the next message (a consumer has 15 min). */
  sliceMs: 5 * MINUTE_MS,
  /** A plugin that neither ends nor reaches a checkpoint for this long is stopped. */
  hangMs: 12 * MINUTE_MS,
  /** How long a plugin may take to end once its signal is aborted. */
  graceMs: 20 * SECOND_MS,
  /** Longest run, over all its slices. */
  maxRunMs: 6 * HOUR_MS,
  /** Interval at which a run renews its claim, and checks whether it was stopped. */
  heartbeatMs: 2 * SECOND_MS,
  /** A claim expires after this time without a heartbeat. */
  leaseMs: 60 * SECOND_MS,
  /** Runs without a worker or a message for this long get a new message. */
  idleMs: 5 * MINUTE_MS,
  redriveBatch: 200,
  /** Times that a run may end its process at the same checkpoint. */
  maxCrashes: 2,
  /** Pause before the next message of a run that was handed over. */
  resumeDelaySeconds: 1,
  /** Runs kept for each collector. */
  keptRuns: 500,
  /** A collector is switched off after this many failures in a row, over at least this time. */
  maxFailures: 10,
  failingMs: 12 * HOUR_MS,
  /** Entries of the log of a run; the last place is that of the error that ends it. */
  maxLogEntries: 1_000,
  maxLogChars: 2_000,
  maxLogExtraChars: 5_000,
  /** Interval at which new entries are stored and sent. */
  logEveryMs: 500,
  /** Attempts to store the last entries at the end of a slice. */
  logAttempts: 3,
  /** Timeout of a request of a plugin, with its body. */
  fetchMs: 10 * MINUTE_MS,
  /** Attempts of a GET or HEAD that fails, and the pause after the first; it doubles. */
  fetchAttempts: 4,
  fetchPauseMs: 500,
  /** Intervals between two looks at a dataset that is being processed: from the first to the last. */
  pollMs: 100,
  maxPollMs: 2 * SECOND_MS,
  /** Timeout of the connection test, bytes that it reads, and rows that it shows. */
  previewMs: 30 * SECOND_MS,
  previewBytes: 200 * KB,
  previewRows: 10,
  /** Refused lines that the log of a run names, and faults of a configuration that its refusal names. */
  loggedErrors: 10,
  reportedFaults: 3,
  /** Records of a page of an API, and records between two messages of progress. */
  maxPageRecords: 10_000,
  progressRecords: 1_000,
  previewColumns: 50,
  maxPreviewCellChars: 200,
  /** Levels of objects above the list of records of a response; a deeper list belongs to one record. */
  maxListDepth: 3,
  /** Levels of a record whose properties are columns; a deeper object is one cell of JSON. */
  maxColumnDepth: 3,
  /** Pages that a plugin may read of an API, and bytes of one. */
  maxPages: 10_000,
  maxPageBytes: 50 * MB,
  /** Brackets, commas and colons of a JSON value that is parsed at once: 1,000,000 take up to 74 MB (measured), of 128 MB. */
  maxValueTokens: 500_000,
  /** Bytes of an RSS or Atom feed, which is read in memory, and its items. Feeds hold some hundreds. */
  maxFeedBytes: 10 * MB,
  maxFeedItems: 10_000,
  /** Bytes of a GTFS archive, which is read in memory, and of its shapes.txt, whose points take half of them. */
  maxArchiveBytes: 32 * MB,
  maxShapeBytes: 40 * MB,
  /** Shapes of it, and their points, of 24 bytes: a feed of a country has some 20,000 shapes. */
  maxShapes: 50_000,
  maxShapePoints: 2_000_000,
  /** What the values of routes.txt, and of the trips of these shapes, take in memory. */
  maxRouteBytes: 16 * MB,
  /** Bytes of a GTFS file whose rows are in memory at a time. */
  gtfsChunkBytes: 4 * KB,
  /** Lines before the header of a file that a collector leaves out. */
  maxIgnoredLines: 1_000,
  /** Files of a folder that a collector stores: the state of each takes some 300 characters. */
  maxFolderFiles: 500,
  /** Datastreams of one collector: the position in each takes some 120 characters of its state. */
  maxDatastreams: 1_000,
  /** Entities of a page of SensorThings, observations that are stored at a time, and their JSON. */
  sensorThingsPage: 1_000,
  sensorThingsBatch: 10_000,
  sensorThingsBatchChars: 8_000_000,
  /** Lines of a page of an export. */
  exportPageLines: 5_000,
  maxDelaySeconds: DAY_MS / SECOND_MS,
} as const
