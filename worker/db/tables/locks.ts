/** Datasets that one request has for itself. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const locks = sqliteTable('locks', {
  datasetId: text().primaryKey(),
  /** Who has it. */
  token: text().notNull(),
  /** Epoch ms: it ends by itself when whoever has it has died. */
  until: integer().notNull(),
})
