/** Small pictures of datasets in lists. */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../units'

export const previews = {
  /** Rows with a value, below which a distribution tells nothing. */
  minRows: 5,
  /** Rows taken at random that are drawn on a map: at most one dot each, of about 6 characters. */
  mapRows: 250,
  /** Characters of the outline of the land. */
  groundChars: 1_800,
  /** Values of a ranking, and characters of each. */
  rankedValues: 4,
  valueChars: 40,
  /** Datasets of which an isolate remembers that their missing preview was asked for, and for how long. */
  rememberedRequests: 1_000,
  askAgainMs: 10 * MINUTE_MS,
  /** A picture, whose address has its version, in the cache of a browser. */
  pictureMaxAgeSeconds: (30 * DAY_MS) / SECOND_MS,
} as const
