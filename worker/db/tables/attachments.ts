/** Attachments of lines and of metadata. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const attachments = sqliteTable(
  'attachments',
  {
    /** The set they belong to: an uploaded archive, the lines of an editable dataset, or the metadata. */
    bundle: text().notNull(),
    /** The path in the lines, with `/` between folders. */
    path: text().notNull(),
    size: integer().notNull(),
    /** R2 key of the file, or of its archive. */
    object: text().notNull(),
    /** JSON of `archivedSchema`: the location of the file in the archive. */
    entry: text(),
    updatedAt: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bundle, t.path] })],
)
