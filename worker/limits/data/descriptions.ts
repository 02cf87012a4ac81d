/** Descriptions of datasets and applications: lists repeat them. */
import { KB } from '../units'

export const descriptions = {
  /** Summaries, names of creators and places, addresses of pictures and links: as the texts of settings. */
  maxTextChars: 20 * KB,
  /** Keywords, topics, sites, related datasets, attachments. */
  maxItems: 1_000,
  /** One of them, and the title of a column. */
  maxItemChars: 1_000,
  /**
   * JSON of a description with its free properties, without columns and configurations: half of a request body. A page of 20 is
   * then 10 MB, of the 128 MB of a Worker.
   */
  maxJsonChars: 500 * KB,
} as const
