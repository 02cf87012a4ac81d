/** Work under way, and what is left to delete. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Work under way: one row per version being built. It is also the outbox: a row without a message is found by the watchdog. */
export const runs = sqliteTable(
  'runs',
  {
    id: text().primaryKey(),
    datasetId: text().notNull(),
    target: text({ enum: ['published', 'draft'] }).notNull(),
    stage: text({ enum: ['store', 'analyze', 'validate', 'index', 'finalize'] }).notNull(),
    /** Grows at each hand-over: a message of an earlier step finds nothing to claim. */
    step: integer().notNull(),
    /** JSON of `runStateSchema`: what the stages have found, and where the current one stands. */
    state: text().notNull(),
    /** Who works on it, until when (epoch ms); 0 when nobody does. */
    lease: text(),
    leaseUntil: integer().notNull(),
    /** Claims since the run last reported: 1 while a slice works; what is left of those before ended their process. */
    starts: integer().notNull().default(0),
    /** 0–100 of the current stage. */
    progress: integer().notNull(),
    /** It failed and waits for someone to act. */
    failed: integer({ mode: 'boolean' }).notNull(),
    touchedAt: integer().notNull(),
  },
  (t) => [index('runs_dataset').on(t.datasetId), index('runs_idle').on(t.failed, t.leaseUntil)],
)

/** Parquet files being written by the queue, by the table whose lines they hold. A row goes once its file is there. */
export const parquetWrites = sqliteTable('parquet_writes', {
  run: text().primaryKey(),
  /** Deliveries that began and did not report. */
  starts: integer().notNull(),
  /** Until when the last one may still be working (epoch ms). */
  leaseUntil: integer().notNull(),
})

/** Things to delete, written before they can become garbage (an upload that may fail) or with the change that made them so. */
export const discards = sqliteTable(
  'discards',
  {
    kind: text({ enum: ['file', 'lines', 'attachments'] }).notNull(),
    /** An R2 key, `<shard>:<run>` of a lines table, or a bundle of attachments. */
    name: text().notNull(),
    /** Epoch ms. */
    notBefore: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.name] }), index('discards_due').on(t.notBefore)],
)
