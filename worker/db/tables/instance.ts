/** Appearance of the instance. */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** One row at most. */
export const instance = sqliteTable('instance', {
  /** Always 1. */
  id: integer().primaryKey(),
  /** JSON of `instanceSchema`. */
  body: text().notNull(),
  /** R2 key of the logo. */
  logo: text(),
  /** Grows at every change: part of the addresses of the logo and of the styles. */
  version: integer().notNull(),
})
