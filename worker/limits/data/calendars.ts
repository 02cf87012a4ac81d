export const calendars = {
  /** Of one event. */
  maxOccurrences: 1_000,
  /** The last moment of a recurrence. */
  lastMs: Date.UTC(2100, 0, 1) - 1,
  /** Days and times tested for the rules of a whole file: a million take a second at most (measured). */
  maxSteps: 5_000_000,
  /** Times of one period of a rule, a year at most: every second of a day has 86,400. */
  maxPeriodTimes: 500_000,
  /** Characters that a content line counts at least, of `files.maxRecordChars`: a short one takes some 250 bytes of memory. */
  minLineChars: 40,
  /** Content lines of all time zones, which are in memory. */
  maxZoneLines: 100_000,
  /** Time zones described in one file; the world has some hundreds. */
  maxZones: 1_000,
  /** Changes of their clocks that are in memory: a zone has two a year, 1,000 from 1601 on. */
  maxOnsets: 100_000,
  /** Occurrences with a component of their own, which are in memory. */
  maxExceptions: 50_000,
  /** Properties of the calendar itself: programs write ten. */
  maxProperties: 50,
} as const
