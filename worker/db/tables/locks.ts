/** Exclusive locks of requests, on a dataset or on the own lines of one owner. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const locks = sqliteTable('locks', {
  /** Id of the dataset, followed by `/<owner>` where only own lines are locked. */
  datasetId: text().primaryKey(),
  /** The holder. */
  token: text().notNull(),
  /** Expiry in epoch ms, in case the holder crashes. */
  until: integer().notNull(),
})
