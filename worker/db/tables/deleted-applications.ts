import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Deleted applications that can be restored. Their files stay as they were until `restorableUntil`. */
export const deletedApplications = sqliteTable(
  'deleted_applications',
  {
    id: text().primaryKey(),
    ownerType: text({ enum: ['user', 'organization'] }).notNull(),
    ownerId: text().notNull(),
    /** What it counts in the quotas of its owner. */
    bytes: integer().notNull(),
    deletedAt: text().notNull(),
    /** JSON: id and name of the author. */
    deletedBy: text().notNull(),
    /** Epoch ms. */
    restorableUntil: integer().notNull(),
    /** JSON: the row of `applications`, without its three documents: one value has 2 MB at most. */
    row: text().notNull(),
    metadata: text().notNull(),
    configuration: text(),
    configurationDraft: text(),
    /** JSON: the last rows of `journal`, and the rows of `application_keys`. */
    journal: text().notNull(),
    keys: text().notNull(),
  },
  (t) => [
    index('deleted_applications_owner').on(t.ownerType, t.ownerId, t.deletedAt),
    index('deleted_applications_due').on(t.restorableUntil),
  ],
)
