/**
 * Platform usage: Worker invocations, rows read and rows written in D1. Each isolate counts in memory and adds its counts to the
 * row of the day; the counts since its last write are lost when it ends.
 */
import { sql } from 'drizzle-orm'
import { limits } from '../limits'
import { utcDay } from '../schema/dates/utc-day'
import { type MetadataDatabase, tables } from './client'

export type PlatformUsage = { requests: number; rowsRead: number; rowsWritten: number }

const none: PlatformUsage = { requests: 0, rowsRead: 0, rowsWritten: 0 }

let counts = none
let storedAt = Number.NEGATIVE_INFINITY

/** Counts an invocation: a request, a batch of queue messages, a tick of the cron. */
export function countInvocation(): void {
  add({ ...none, requests: 1 })
}

/** Counts the rows of a statement. */
export function countRows({ rows_read, rows_written }: { rows_read?: number; rows_written?: number }): void {
  add({ requests: 0, rowsRead: rows_read ?? 0, rowsWritten: rows_written ?? 0 })
}

function add(more: PlatformUsage): void {
  counts = {
    requests: counts.requests + more.requests,
    rowsRead: counts.rowsRead + more.rowsRead,
    rowsWritten: counts.rowsWritten + more.rowsWritten,
  }
}

type Storing = {
  db: MetadataDatabase
  now: () => Date
  /** Runs a task in the background. */
  later: (work: () => Promise<void>) => void
}

/** Stores the counts in the background, at most once in `limits.usage.storePlatformEveryMs`. */
export function storePlatformUsageLater(ctx: Storing): void {
  const now = ctx.now().getTime()
  if (now - storedAt < limits.usage.storePlatformEveryMs) return
  storedAt = now
  ctx.later(() => storePlatformUsage(ctx))
}

/** Adds the counts of this isolate to those of the day. After a failure the counts are written with the next ones. */
export async function storePlatformUsage(ctx: Pick<Storing, 'db' | 'now'>): Promise<void> {
  const stored = counts
  if (stored.requests + stored.rowsRead + stored.rowsWritten === 0) return
  counts = none
  const { platformUsage } = tables
  try {
    await ctx.db
      .insert(platformUsage)
      .values({ day: utcDay(ctx.now()), ...stored })
      .onConflictDoUpdate({
        target: platformUsage.day,
        set: {
          requests: sql`${platformUsage.requests} + ${stored.requests}`,
          rowsRead: sql`${platformUsage.rowsRead} + ${stored.rowsRead}`,
          rowsWritten: sql`${platformUsage.rowsWritten} + ${stored.rowsWritten}`,
        },
      })
  } catch (error) {
    add(stored)
    throw error
  }
}
