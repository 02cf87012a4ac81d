/** Audit log. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Authors of changes, written in the same batch as the change. */
export const audit = sqliteTable(
  'audit',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    date: text().notNull(),
    actorType: text().notNull(),
    actorId: text().notNull(),
    action: text().notNull(),
    resource: text().notNull(),
  },
  (t) => [index('audit_resource').on(t.resource, t.id), index('audit_actor').on(t.actorId, t.id)],
)
