/** The state of the whole service, for its operator. */
import { sql } from 'drizzle-orm'
import { superAdmin } from '../accounts'
import { type Alert, currentAlerts } from '../alerts'
import type { Context } from '../context'
import { type RunUnderWay, runsUnderWay } from '../datasets/runs'
import { databaseSizes } from '../datasets/sharding'
import { tables } from '../db/client'
import type { PlatformUsage } from '../db/platform-usage'
import { limits } from '../limits'
import { type Check, runChecks } from '../monitoring'
import { type Cost, monthlyCost, type StoredBytes } from './cost'
import { type PlatformDay, readPlatformUsage } from './read-platform-usage'

/** A database of lines: its size, null when it does not respond, and what the datasets that are published there have. */
export type LinesDatabase = { shard: number; bytes: number | null; maxBytes: number; datasets: number; lines: number }

type Counts = Record<'users' | 'organizations' | 'datasets' | 'applications' | 'collectors' | 'lines', number>

export type Overview = {
  checks: Check[]
  counts: Counts
  /** The databases of lines. */
  databases: LinesDatabase[]
  /** Sizes of the databases, and of the files that datasets and applications have. */
  stored: StoredBytes
  /** Usage of the platform this month, and on each of the last `limits.usage.platformDays` days, oldest first. */
  usage: { month: PlatformUsage; days: PlatformDay[] }
  /** Dollars of this month: the current storage for the whole month, and the usage so far. */
  cost: Cost
  runs: RunUnderWay[]
  /** The alerts that hold, oldest first. */
  alerts: Alert[]
}

/** Reads the state of the service. @throws `super-admin-only` */
export async function readOverview(ctx: Context): Promise<Overview> {
  superAdmin(ctx)
  return overviewOf(ctx)
}

/** The same without a permission check. */
export async function overviewOf(ctx: Context): Promise<Overview> {
  const [checks, counted, metadataBytes, databases, usage, runs, alerts] = await Promise.all([
    runChecks(ctx),
    countAll(ctx),
    ctx.db.run(sql`select 1`).then(({ meta }) => meta.size_after),
    linesDatabases(ctx),
    readPlatformUsage(ctx),
    runsUnderWay(ctx, limits.administration.listSize),
    currentAlerts(ctx),
  ])
  const { files, ...counts } = counted
  const stored = { databases: databases.reduce((sum, { bytes }) => sum + (bytes ?? 0), metadataBytes), files }
  return { checks, counts, databases, stored, usage, cost: monthlyCost(stored, usage.month), runs, alerts }
}

async function countAll(ctx: Context): Promise<Counts & { files: number }> {
  const { users, organizations, datasets, applications, collectors } = tables
  const [row] = await ctx.db
    .select({
      users: sql<number>`(select count(*) from ${users})`,
      organizations: sql<number>`(select count(*) from ${organizations})`,
      applications: sql<number>`(select count(*) from ${applications})`,
      collectors: sql<number>`(select count(*) from ${collectors})`,
      datasets: sql<number>`count(*)`,
      lines: sql<number>`coalesce(sum(${datasets.published}->>'$.lines.count'), 0)`,
      files: sql<number>`coalesce(sum(${datasets.storeBytes}), 0)
        + (select coalesce(sum(${applications.metadataBytes}), 0) from ${applications})`,
    })
    .from(datasets)
  return row ?? { users: 0, organizations: 0, applications: 0, collectors: 0, datasets: 0, lines: 0, files: 0 }
}

async function linesDatabases(ctx: Context): Promise<LinesDatabase[]> {
  const { datasets } = tables
  const lines = sql`${datasets.published}->'$.lines'`
  const segments = sql`json_each(coalesce(${lines}->'$.segments', json_array(${lines})))`
  const [sizes, counts] = await Promise.all([
    databaseSizes(ctx),
    ctx.db.all<{ shard: number; datasets: number; lines: number }>(sql`
      select segment.value->>'$.shard' as shard, count(*) as datasets, sum(segment.value->>'$.count') as lines
      from ${datasets}, ${segments} as segment where ${lines} is not null group by 1`),
  ])
  const countsOf = new Map(counts.map((row) => [row.shard, row]))
  const maxBytes = ctx.config.LINES_DATABASE_BYTES
  return sizes.flatMap((bytes, at) => {
    const { datasets: published = 0, lines = 0 } = countsOf.get(at) ?? {}
    if (!ctx.lines[at] && published === 0) return []
    return { shard: at, bytes: bytes ?? null, maxBytes, datasets: published, lines }
  })
}
