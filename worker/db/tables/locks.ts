/** Datasets, or the own lines of one owner in them, that one request has for itself. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const locks = sqliteTable('locks', {
  /** Id of the dataset, followed by `/<owner>` where only own lines are locked. */
  datasetId: text().primaryKey(),
  /** Who has it. */
  token: text().notNull(),
  /** Epoch ms: it ends by itself when whoever has it has died. */
  until: integer().notNull(),
})
