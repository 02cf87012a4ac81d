/** What an account has set for itself, and what it may use. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const settings = sqliteTable(
  'settings',
  {
    ownerType: text({ enum: ['user', 'organization'] }).notNull(),
    ownerId: text().notNull(),
    /** Empty: the account itself. */
    department: text().notNull(),
    /** JSON of `settingsSchema`, without the keys, which have a table of their own. */
    body: text().notNull(),
    updatedAt: text().notNull(),
    /** Grows at every change: the one who read an older one starts again. */
    version: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerType, t.ownerId, t.department] })],
)

/** Limits that differ from those of the configuration. -1: none. Departments count on their organization. */
export const quotas = sqliteTable(
  'quotas',
  {
    ownerType: text({ enum: ['user', 'organization'] }).notNull(),
    ownerId: text().notNull(),
    ownerName: text(),
    storeBytes: integer().notNull(),
    indexedBytes: integer().notNull(),
    datasets: integer().notNull(),
    hideBrand: integer({ mode: 'boolean' }),
    lastUpdate: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerType, t.ownerId] })],
)

/** Failed attempts to guess a secret, by account and by address: what slows the next ones. */
export const attempts = sqliteTable('attempts', {
  /** Digest of what is counted: no e-mail and no address is kept. */
  subject: text().primaryKey(),
  failures: integer().notNull(),
  /** Epoch ms from which the count starts again. */
  until: integer().notNull(),
})
