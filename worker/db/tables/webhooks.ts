/** Webhooks of the accounts: declared in their settings, with their position in the log of the account. */
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
    /** Base URL of the request that declared it: the base of links when PUBLIC_URL is not set. */
    baseUrl: text().notNull(),
    /** JSON array of the event keys that it subscribes to. */
    events: text().notNull(),
    /** Key of the HMAC of deliveries. */
    secret: text().notNull(),
    /** The last event of the log that was delivered or skipped. */
    cursor: integer().notNull(),
    /** Failed attempts at the next event, and the time of the next attempt (epoch ms). */
    failures: integer().notNull(),
    nextAt: integer().notNull(),
    lastError: text(),
    /** JSON array of the last deliveries, newest first (`worker/events/delivery.ts`). */
    deliveries: text().notNull(),
    disabledAt: text(),
    /** Expiry of the lease of the running delivery (epoch ms); 0 without one. */
    leaseUntil: integer().notNull(),
  },
  (t) => [index('webhooks_owner').on(t.ownerType, t.ownerId, t.department)],
)
