/** Messages of devices. */
export const devices = {
  /** Columns of a configuration, and characters of the path of one. */
  maxColumns: 200,
  maxPathChars: 500,
  maxTopics: 50,
  /** Listeners that the cron wakes at once: each may wait for a connection. */
  wokenAtOnce: 20,
  /** Lines of one message with a list. */
  maxLines: 1_000,
  /** Ten years. */
  maxRetentionDays: 3_660,
  /** Characters of the last error of a connection. */
  maxErrorChars: 500,
} as const
