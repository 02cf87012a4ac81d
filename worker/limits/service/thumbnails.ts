/** Thumbnails of images. */
import { MB, MINUTE_MS, SECOND_MS } from '../units'

export const thumbnails = {
  /** Pixels. */
  defaultSize: { width: 300, height: 200 },
  /** Largest width or height: that of a large screen. */
  maxSide: 2_000,
  /** Bytes of an image, which is read into memory. */
  maxBytes: 10 * MB,
  /** Pixels of a decoded image, 7 bytes each (3 decoded, 4 for resizing): 60 MB of the 128 MB of a Worker. */
  maxPixels: 8_500_000,
  /** Pictures that are read and rendered at a time: their bytes wait in memory while another one is decoded. */
  atOnce: 3,
  /** How long a picture waits for its turn, the interval at which it looks, and the longest turn: a request (10 s) and its rendering. */
  waitMs: 20 * SECOND_MS,
  pollMs: 20,
  longestMs: 30 * SECOND_MS,
  /** Cache time of an external image, which may change without notice. */
  keptSeconds: (60 * MINUTE_MS) / SECOND_MS,
} as const
