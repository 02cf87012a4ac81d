/** When messages about failures were sent. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const failureMails = sqliteTable('failure_mails', {
  /** The id of a dataset, or of a collector without one. */
  subject: text().primaryKey(),
  /** The last message. */
  mailedAt: text().notNull(),
  /** Failures since, of which no message told. */
  failures: integer().notNull(),
})
