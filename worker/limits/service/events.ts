/** The log of an account, and feeds. */
export const events = {
  /** Parameters of the address of a notification, in a request and in the log. */
  maxUrlParams: 20,
  /** Events of one page of the log: default and maximum. */
  defaultPage: 100,
  maxPage: 1_000,
  /** Columns that the sentence of a breaking change names. */
  maxNamedColumns: 10,
  /** Entries of a feed. */
  maxFeedEntries: 50,
  /** Retention of events in days, for cursors and webhooks. A journal keeps its latest events longer. */
  keptDays: 90,
  /** Older events are deleted once an hour, at this minute. */
  pruneAtMinute: 17,
  /** Events, and journals, checked in one batch. */
  pruneBatch: 1_000,
} as const
