/** Remote services: their descriptions, their proxy, and the enrichment of lines. */
import { DAY_MS, KB, MB, SECOND_MS } from '../units'

export const remoteServices = {
  /** A description, sent or fetched: it is stored in one D1 value, of at most 2 MB. */
  maxDescriptionBytes: 1 * MB,
  /** Errors of a description in one response: the first is the one to correct. */
  maxDescriptionFaults: 10,
  /** `allOf` within `allOf` of a description, which may be circular. */
  maxAllOfDepth: 5,
  /** Actions of a service, and what each takes and returns: a dataset has a few hundred columns. */
  maxActions: 200,
  maxInputs: 100,
  maxOutputs: 500,
  /** Outputs of an operation that its form lists and that may be offered: the page shows a choice of concepts for each. */
  maxOfferedOutputs: 100,
  /** All actions of a service are stored in one D1 value; `$ref` lets a small description repeat a large schema. */
  maxActionsBytes: 500 * KB,
  /** The schemas of the responses of its actions, beside them in that value: those beyond are left out. */
  maxOutputSchemaBytes: 500 * KB,
  /** Nesting and parts of one such schema, whose references may repeat others many times. */
  maxSchemaDepth: 16,
  maxSchemaParts: 2_000,
  /** Depth, in a response, of the values that may become columns; GeoJSON has 4 levels, arrays included. */
  maxOutputDepth: 8,
  /** Titles, summaries and descriptions of actions, inputs and outputs. */
  maxTextChars: 2_000,
  /** Titles of columns in the descriptions of datasets. */
  maxNameChars: 200,
  /** A key of the service. */
  maxKeyChars: 4_000,
  maxUrlChars: 2_000,
  /** Accounts that a service is open to. */
  maxPrivateAccess: 1_000,
  /** Requests to the proxy from one caller. */
  proxyRate: { count: 100, windowMs: 5 * SECOND_MS },
  /** Bytes per second of its responses to one caller, after a burst. */
  proxyBytesPerSecond: 500 * KB,
  /** Until the headers of a response of the proxy, and until its end. */
  proxyTimeoutMs: 10 * SECOND_MS,
  proxyBodyMs: 60 * SECOND_MS,
  maxProxyBytes: 20 * MB,
  /** Rows of one enrichment: 40 batches. */
  maxRows: 10_000,
  /** Lines of one request where the description states no number. */
  batchLines: 250,
  /** The largest number that a description may state. */
  maxBatchLines: 1_000,
  /** Characters of the body of one request, unless one line is longer. */
  maxRequestChars: 1 * MB,
  /** Requests to one service at once, per isolate: an invocation has six connections (workers/platform/limits), databases use the others. */
  callsAtOnce: 4,
  /** Lines extended at once by an action that takes one line: at 10 s for a request they take 80 s, less than a claim (`processing.leaseMs`). */
  lookupLines: 32,
  /** Answers of such an action that are stored together. */
  lookupStored: 16,
  /** Interval at which a request that waits checks for a free slot. */
  slotPollMs: 50,
  /** Time of one request, response included. */
  callTimeoutMs: 30 * SECOND_MS,
  /** Bytes of one response. Up to `callsAtOnce` responses are in memory at once. */
  maxResponseBytes: 4 * MB,
  /** Attempts of one request, and the first delay between them, which doubles. */
  maxAttempts: 4,
  retryDelayMs: 1 * SECOND_MS,
  /** The longest `Retry-After` that is waited for: a run has slices of 20 s. */
  maxRetryAfterMs: 10 * SECOND_MS,
  /** Characters of the error of a line, and of a value in it. */
  maxErrorChars: 1_000,
  maxShownChars: 100,
  /** How long answers are remembered, and the longest of them. */
  rememberedMs: 10 * DAY_MS,
  maxRememberedChars: 10 * KB,
  /** Answers that one statement looks up, and that one tick of the cron deletes. */
  lookupBatch: 1_000,
  forgetBatch: 10_000,
} as const
