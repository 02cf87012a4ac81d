/** Settings and quotas of accounts. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

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
    /** Grows at every change: optimistic concurrency. */
    version: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerType, t.ownerId, t.department] })],
)

/** The domains of publication sites. A domain belongs to the first account that has a site there, until it removes the site. */
export const siteDomains = sqliteTable(
  'site_domains',
  {
    /** Host of the address of the site, with its port if it has one. */
    domain: text().primaryKey(),
    ownerType: text({ enum: ['user', 'organization'] }).notNull(),
    ownerId: text().notNull(),
    /** Empty: the account itself. */
    department: text().notNull(),
    /** JSON of `publicationSiteSchema`. */
    site: text().notNull(),
  },
  (t) => [index('site_domains_owner').on(t.ownerType, t.ownerId)],
)

/** Quotas that differ from the defaults of the configuration. -1: no limit. Departments share the quotas of their organization. */
export const quotas = sqliteTable(
  'quotas',
  {
    ownerType: text({ enum: ['user', 'organization'] }).notNull(),
    ownerId: text().notNull(),
    ownerName: text(),
    storeBytes: integer().notNull(),
    indexedBytes: integer().notNull(),
    datasets: integer().notNull(),
    /** Seconds of collectors per month. */
    collectorSeconds: integer().notNull().default(-1),
    hideBrand: integer(),
    lastUpdate: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerType, t.ownerId] })],
)

/** Failed sign-in attempts, by account and by address, for throttling. */
export const attempts = sqliteTable('attempts', {
  /** A digest of the counted key: no e-mail and no IP address is stored. */
  subject: text().primaryKey(),
  failures: integer().notNull(),
  /** Epoch ms at which the count is reset. */
  until: integer().notNull(),
})
