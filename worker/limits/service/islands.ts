/** The scripts of pages. Each imports what it needs, so that its bundle has no other numbers. */
import { DAY_MS, MIB, SECOND_MS } from '../units'

/** Attempts to reach the service after an error: each pause is twice as long as the one before. */
export const retries = { firstMs: SECOND_MS, maxMs: 30 * SECOND_MS }

/** How long a button says that it has copied its text. */
export const copyConfirmedMs = 2 * SECOND_MS

/** Letters typed within this time are one search, one change of a configuration, one change of a cell. */
export const typingPauses = { searchMs: 180, configurationMs: 500, cellMs: 600 }

/** Uploads. A request has at most 100 MB (workers/platform/limits); ten parts of an upload fit. */
export const uploadParts = {
  bytes: 50 * MIB,
  retriesMs: [0, 500, SECOND_MS, 2 * SECOND_MS, 5 * SECOND_MS, 10 * SECOND_MS, 20 * SECOND_MS, 30 * SECOND_MS],
}

/** The status of a run without a socket: the first and the longest pause between requests, and the pause for collectors. */
export const polling = { firstMs: 150, maxMs: 2 * SECOND_MS, collectorMs: 5 * SECOND_MS }

/** A link to a download leaves no page: a page that waits for a navigation reloads after this time. */
export const navigationMs = 10 * SECOND_MS

/** The position of the reader's device. */
export const positionMs = 10 * SECOND_MS

/** The grid of an editable dataset. */
export const gridLimits = {
  /** Rows of a request, and rows left below the window when the next ones are requested. */
  pageRows: 1_000,
  rowsAhead: 200,
  /** Rows of a request when all of a sorted table are loaded up to its end: the most that a page of the API has. */
  endRows: 10_000,
  /** Rows that are loaded at once to be changed together: of ten columns, about 50 MB in the browser. */
  maxWholeRows: 50_000,
  /** Actions of a request: its response comes within seconds. */
  maxActions: 2_000,
  /** Ids in the address of a request. */
  maxIds: 50,
  reconnectMs: 5 * SECOND_MS,
  /** Conflicts that the grid shows at once. */
  shownConflicts: 5,
  /** Steps that can be undone: older ones are dropped. */
  maxSteps: 500,
  /** Longer texts are left to the service, whose engine matches patterns in linear time. */
  maxMatchedChars: 1_000,
  /** Browsers store about 5,000,000 characters for a site: the unsaved rows of a dataset take a fifth. */
  maxUnsavedChars: 1_000_000,
  unsavedPauseMs: 300,
}

/** The largest time of a `Date` (ECMA-262, 21.4.1.1). */
export const maxDateMs = 100_000_000 * DAY_MS
