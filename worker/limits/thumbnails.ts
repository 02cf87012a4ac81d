/** Small pictures. */
import { MB, MINUTE_MS, SECOND_MS } from './units'

export const thumbnails = {
  /** Pixels (contract datasets §1.12). */
  defaultSize: { width: 300, height: 200 },
  /** The width of a large screen: beyond, the picture itself is meant. */
  maxSide: 2_000,
  /** Bytes of a picture, held whole. */
  maxBytes: 10 * MB,
  /** A picture decoded takes 7 bytes for each (3 as it is read, 4 as it is worked on): 60 MB of the 128 MB of a Worker. */
  maxPixels: 8_500_000,
  /** A picture elsewhere may change without telling. */
  keptSeconds: (60 * MINUTE_MS) / SECOND_MS,
} as const
