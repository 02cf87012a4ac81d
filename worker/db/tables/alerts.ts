/** Alerts to the operator: the current conditions, the notices sent about them, and the abandoned queue messages. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A condition that holds, or that ended and whose end has not been sent to every receiver yet. */
export const alerts = sqliteTable(
  'alerts',
  {
    kind: text({ enum: ['dead-letter', 'stuck-run', 'database-nearly-full', 'collector-failing'] }).notNull(),
    /** Id of the dataset or the collector, or the binding of the database. */
    subject: text().notNull(),
    /** Title of the subject when the alert began. */
    title: text().notNull(),
    beganAt: text().notNull(),
    /** Null while the condition holds. */
    endedAt: text(),
    /** The last change of which each receiver was told. */
    webhookState: text({ enum: ['begin', 'end'] }),
    mailState: text({ enum: ['begin', 'end'] }),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject] })],
)

/** The receivers of alerts, each with its running delivery and its failures. */
export const alertReceivers = sqliteTable('alert_receivers', {
  receiver: text({ enum: ['webhook', 'mail'] }).primaryKey(),
  /** Failed attempts in a row, and the time of the next attempt (epoch ms). */
  failures: integer().notNull(),
  nextAt: integer().notNull(),
  /** Expiry of the claim of the running delivery (epoch ms); 0 without one. */
  leaseUntil: integer().notNull(),
})

/** Messages of the queue that were given up, by the dataset that they were for. */
export const deadLetters = sqliteTable('dead_letters', {
  dataset: text().primaryKey(),
  /** Of the last one (epoch ms). */
  date: integer().notNull(),
})
