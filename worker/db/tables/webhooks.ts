/** Webhooks of the accounts: declared in their settings, with where each stands in the log of its account. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const webhooks = sqliteTable(
  'webhooks',
  {
    id: text().primaryKey(),
    ownerType: text({ enum: ['user', 'organization'] }).notNull(),
    ownerId: text().notNull(),
    /** Empty: the account itself. */
    department: text().notNull(),
    title: text().notNull(),
    url: text().notNull(),
    /** Where the account was when it declared it: the base of links when the instance has no address of its own. */
    baseUrl: text().notNull(),
    /** JSON array of the keys of events that are sent. */
    events: text().notNull(),
    /** What deliveries are signed with. */
    secret: text().notNull(),
    /** The last event of the log that was delivered, or is not among `events`. */
    cursor: integer().notNull(),
    /** Failed attempts at the next event, and when it is tried again (epoch ms). */
    failures: integer().notNull(),
    nextAt: integer().notNull(),
    lastError: text(),
    /** When it was given up. */
    disabledAt: text(),
    /** Until when someone delivers (epoch ms); 0 when nobody does. */
    leaseUntil: integer().notNull(),
  },
  (t) => [index('webhooks_owner').on(t.ownerType, t.ownerId, t.department)],
)
