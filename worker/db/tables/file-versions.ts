import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Earlier files of datasets, which can be downloaded and restored. */
export const fileVersions = sqliteTable(
  'file_versions',
  {
    /** The random id of its upload. */
    id: text().primaryKey(),
    datasetId: text().notNull(),
    /** R2 key. Nothing else refers to it. */
    object: text().notNull(),
    size: integer().notNull(),
    /** JSON of `StoredFile`. */
    file: text().notNull(),
    /** The lines that were published of it. */
    count: integer(),
    /** When the file was sent. */
    updatedAt: text().notNull(),
    /** JSON: id and name of who sent it. */
    updatedBy: text(),
    replacedAt: text().notNull(),
    /** Epoch ms. */
    availableUntil: integer().notNull(),
  },
  (t) => [
    index('file_versions_dataset').on(t.datasetId, t.replacedAt),
    index('file_versions_due').on(t.availableUntil),
  ],
)
