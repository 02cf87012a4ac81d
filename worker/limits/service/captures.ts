/** Captures of pages: pictures and PDF documents. */
import { MINUTE_MS, SECOND_MS } from '../units'

export const captures = {
  /** Pixels of a picture whose size is not given: of a page, and of an application. */
  pageSize: { width: 800, height: 450 },
  applicationSize: { width: 1_050, height: 450 },
  /** Largest width or height: the browser holds the pixels of the whole page. */
  maxSide: 3_000,
  /** Until the document is parsed; the whole picture may take the three times together. */
  openMs: 20 * SECOND_MS,
  /** Until the network is idle; a page that never is idle is captured at this time. */
  settleMs: 20 * SECOND_MS,
  /** One screenshot or PDF document. */
  renderMs: 20 * SECOND_MS,
  /** A network without a request for this time is idle. */
  idleMs: 500,
  /** Between an idle network and the capture, for fonts and transitions. */
  lastPaintMs: 1 * SECOND_MS,
  /** Largest delay that a page may declare. */
  maxDelayMs: 20 * SECOND_MS,
  /** Between a thumbnail that failed and its second attempt. */
  retryMs: 4 * SECOND_MS,
  /** Pages open at once in an isolate, and how long a request waits for one of them. */
  pagesAtOnce: 3,
  maxWaitMs: 45 * SECOND_MS,
  pollMs: 100,
  /** A browser without a page is closed by the platform (browser-rendering/platform/limits: 10 minutes at most). */
  keepBrowserMs: 1 * MINUTE_MS,
  /** Captures that are not the stored thumbnail, per caller. */
  perCaller: { count: 5, windowMs: MINUTE_MS },
  /** Frames of an animation, and the time of each: 10 s; a frame takes 0.1 s of processor (measured). */
  maxFrames: 150,
  frameMs: 66,
  /** Margins of a PDF document. */
  marginCm: 1.5,
  maxFooterChars: 10_000,
  maxFilenameChars: 200,
} as const
