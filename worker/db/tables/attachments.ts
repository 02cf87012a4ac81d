/** Files attached to lines and to descriptions. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const attachments = sqliteTable(
  'attachments',
  {
    /** What they belong to together: an uploaded archive, the lines of an editable dataset, a description. */
    bundle: text().notNull(),
    /** As lines name it, with `/` between folders. */
    path: text().notNull(),
    size: integer().notNull(),
    /** R2 key of the file itself, or of the archive it is in. */
    object: text().notNull(),
    /** JSON of `archivedSchema`: where the file stands in the archive. */
    entry: text(),
    updatedAt: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.bundle, t.path] })],
)
