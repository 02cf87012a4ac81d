import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What organizations say of themselves, of the embedded directory or of another one. */
export const organizationPresentations = sqliteTable('organization_presentations', {
  organizationId: text().primaryKey(),
  /** Markdown. */
  description: text(),
  /** R2 key. */
  logo: text(),
  /** Grows at every change: part of the address of the logo, which is cached. */
  version: integer().notNull(),
})
