import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Deleted datasets that can be restored. Their lines, files and statistics stay as they were until `restorableUntil`. */
export const deletedDatasets = sqliteTable(
  'deleted_datasets',
  {
    id: text().primaryKey(),
    ownerType: text({ enum: ['user', 'organization'] }).notNull(),
    ownerId: text().notNull(),
    /** What it counts in the quotas of its owner. */
    bytes: integer().notNull(),
    indexedBytes: integer().notNull(),
    deletedAt: text().notNull(),
    /** JSON: id and name of the author. */
    deletedBy: text().notNull(),
    /** Epoch ms. */
    restorableUntil: integer().notNull(),
    /** JSON: the row of `datasets`, without its three documents: one value has 2 MB at most. */
    row: text().notNull(),
    metadata: text().notNull(),
    published: text().notNull(),
    draft: text(),
    /** JSON: the last rows of `journal`. */
    journal: text().notNull(),
    /** JSON: the row of `collectors` that reads the remote file of the dataset. */
    collector: text(),
  },
  (t) => [
    index('deleted_datasets_owner').on(t.ownerType, t.ownerId, t.deletedAt),
    index('deleted_datasets_due').on(t.restorableUntil),
  ],
)
