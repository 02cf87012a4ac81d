/** Processing runs, and objects to delete. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Processing runs: one row per version being built. Also the outbox: the cron finds rows without a queue message. */
export const runs = sqliteTable(
  'runs',
  {
    id: text().primaryKey(),
    datasetId: text().notNull(),
    target: text({ enum: ['published', 'draft'] }).notNull(),
    /** The database of the tables that it fills; null before the first of them. */
    shard: integer(),
    stage: text({ enum: ['store', 'analyze', 'validate', 'index', 'finalize'] }).notNull(),
    /** Incremented at each step: the message of an earlier step cannot claim the run. */
    step: integer().notNull(),
    /** JSON of `RunState`: the results of the stages, and the cursor of the current one. */
    state: text().notNull(),
    /** The expiry of the claim (epoch ms); 0 without a claim. */
    lease: text(),
    leaseUntil: integer().notNull(),
    /** Claims since the last report: 1 while a slice runs; each further one is a crash. */
    starts: integer().notNull().default(0),
    /** 0–100 of the current stage. */
    progress: integer().notNull(),
    /** It failed and waits for a user action. */
    failed: integer({ mode: 'boolean' }).notNull(),
    touchedAt: integer().notNull(),
  },
  (t) => [index('runs_dataset').on(t.datasetId), index('runs_idle').on(t.failed, t.leaseUntil)],
)

/** Parquet files that the queue is writing, by table of lines. A row is deleted when its file is written. */
export const parquetWrites = sqliteTable('parquet_writes', {
  run: text().primaryKey(),
  /** Deliveries that started and did not finish. */
  starts: integer().notNull(),
  /** Deadline of the last one (epoch ms). */
  leaseUntil: integer().notNull(),
})

/** Objects to delete, recorded before they can become garbage (an upload that may fail) or with the change that made them garbage. */
export const discards = sqliteTable(
  'discards',
  {
    kind: text({ enum: ['file', 'lines', 'segment', 'attachments'] }).notNull(),
    /** An R2 key, `<shard>:<run>` of a lines table or of a further segment of one, or a bundle of attachments. */
    name: text().notNull(),
    /** Epoch ms. */
    notBefore: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.name] }), index('discards_due').on(t.notBefore)],
)
