/** Collectors, their runs with their logs, and the time that accounts have used. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { datasets } from './datasets'

/** Tasks that update datasets on a schedule. */
export const collectors = sqliteTable(
  'collectors',
  {
    id: text().primaryKey(),
    ownerType: text({ enum: ['user', 'organization'] }).notNull(),
    ownerId: text().notNull(),
    ownerName: text().notNull(),
    ownerDepartment: text(),
    ownerDepartmentName: text(),
    title: text().notNull(),
    /** Title and the texts that lists search, without case and accents. */
    sortTitle: text().notNull(),
    searchText: text().notNull(),
    plugin: text().notNull(),
    active: integer({ mode: 'boolean' }).notNull(),
    /** JSON, valid against the schema of the plugin when the collector is active. Secrets are placeholders. */
    config: text().notNull(),
    /** JSON: encrypted secrets, by their path in the configuration. */
    secrets: text().notNull(),
    /** JSON array of rules. */
    scheduling: text().notNull(),
    /** JSON array: who may read the collector, and who may run it. */
    permissions: text().notNull(),
    /** Starts a run without a session. */
    webhookKey: text().notNull(),
    /** JSON: what the plugin keeps between runs. */
    state: text().notNull(),
    /** The dataset whose remote file it reads: it is deleted with it. */
    datasetId: text().references(() => datasets.id, { onDelete: 'cascade' }),
    /** Runs that failed since the last one that succeeded, and when the first of them ended. */
    failures: integer().notNull().default(0),
    failingSince: text(),
    createdAt: text().notNull(),
    createdBy: text().notNull(),
    updatedAt: text().notNull(),
    updatedBy: text().notNull(),
  },
  (t) => [
    index('collectors_owner').on(t.ownerType, t.ownerId, t.sortTitle),
    uniqueIndex('collectors_dataset').on(t.datasetId),
  ],
)

export const collectorRuns = sqliteTable(
  'collector_runs',
  {
    id: text().primaryKey(),
    collectorId: text()
      .notNull()
      .references(() => collectors.id, { onDelete: 'cascade' }),
    status: text({ enum: ['scheduled', 'triggered', 'running', 'kill', 'killed', 'finished', 'error'] }).notNull(),
    createdAt: text().notNull(),
    /** Of runs that the schedule started. */
    scheduledAt: text(),
    startedAt: text(),
    finishedAt: text(),
    /** Time from which it may start (epoch ms). */
    dueAt: integer().notNull(),
    /** Incremented at each delivery: the message of an earlier step cannot claim the run. */
    step: integer().notNull().default(0),
    lease: text(),
    /** Expiry of the claim (epoch ms); 0 without one. */
    leaseUntil: integer().notNull().default(0),
    /** Claims since the last checkpoint: each after the first is a crash. */
    starts: integer().notNull().default(0),
    /** JSON: the last checkpoint of the plugin. */
    cursor: text(),
    /** When a message was last sent for it, or a worker last reported (epoch ms). */
    touchedAt: integer().notNull(),
  },
  (t) => [
    // One run at a time, and one scheduled run.
    uniqueIndex('collector_runs_active').on(t.collectorId).where(sql`status in ('triggered', 'running', 'kill')`),
    uniqueIndex('collector_runs_scheduled').on(t.collectorId).where(sql`status = 'scheduled'`),
    index('collector_runs_due').on(t.status, t.dueAt),
    index('collector_runs_created').on(t.collectorId, t.createdAt),
  ],
)

/** Entries of the logs of runs. */
export const collectorLogs = sqliteTable(
  'collector_logs',
  {
    runId: text()
      .notNull()
      .references(() => collectorRuns.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** JSON of `StoredEntry`. */
    entry: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.position] })],
)

/** Seconds of runs, by account and month. */
export const collectorUsage = sqliteTable(
  'collector_usage',
  {
    ownerType: text({ enum: ['user', 'organization'] }).notNull(),
    ownerId: text().notNull(),
    /** `YYYY-MM`, in UTC. */
    month: text().notNull(),
    seconds: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ownerType, t.ownerId, t.month] })],
)
