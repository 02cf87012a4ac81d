/** Usage by day: of accounts, of datasets (counted reads), of the platform. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const accountUsage = sqliteTable(
  'account_usage',
  {
    ownerType: text({ enum: ['user', 'organization'] }).notNull(),
    ownerId: text().notNull(),
    /** `YYYY-MM-DD`, in UTC. */
    day: text().notNull(),
    datasets: integer().notNull(),
    lines: integer().notNull(),
    storeBytes: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerType, t.ownerId, t.day] }), index('account_usage_day').on(t.day)],
)

/** Requests that read data of a dataset, by day. The owner is that of the time. */
export const datasetReads = sqliteTable(
  'dataset_reads',
  {
    datasetId: text().notNull(),
    /** `YYYY-MM-DD`, in UTC. */
    day: text().notNull(),
    ownerType: text({ enum: ['user', 'organization'] }).notNull(),
    ownerId: text().notNull(),
    /** Reads of rows, and downloads of files and of rows as files. */
    reads: integer().notNull(),
    downloads: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.datasetId, t.day, t.ownerType, t.ownerId] }),
    index('dataset_reads_owner').on(t.ownerType, t.ownerId, t.day),
    index('dataset_reads_day').on(t.day),
  ],
)

/** Usage of the platform by day. */
export const platformUsage = sqliteTable('platform_usage', {
  /** `YYYY-MM-DD`, in UTC. */
  day: text().primaryKey(),
  /** Invocations of the Worker. */
  requests: integer().notNull(),
  /** Rows that D1 has read and written. */
  rowsRead: integer().notNull(),
  rowsWritten: integer().notNull(),
})
