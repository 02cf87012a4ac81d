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

/** The planner does not see that the index has the generated columns. */
export const usageIndex = sql`${tables.datasets} indexed by datasets_usage`

async function countAll(ctx: Context): Promise<Counts & { files: number }> {
  const { users, organizations, datasets, applications, collectors } = tables
  const [row] = await ctx.db
    .select({
      users: sql<number>`(select count(*) from ${users})`,
      organizations: sql<number>`(select count(*) from ${organizations})`,
      applications: sql<number>`(select count(*) from ${applications})`,
      collectors: sql<number>`(select count(*) from ${collectors})`,
      datasets: sql<number>`count(*)`,
      lines: sql<number>`coalesce(sum(${datasets.lineCount}), 0)`,
      files: sql<number>`coalesce(sum(${datasets.storeBytes}), 0)
        + (select coalesce(sum(${applications.metadataBytes}), 0) from ${applications})`,
    })
    .from(usageIndex)
  return row ?? { users: 0, organizations: 0, applications: 0, collectors: 0, datasets: 0, lines: 0, files: 0 }
}

async function linesDatabases(ctx: Context): Promise<LinesDatabase[]> {
  const { datasets } = tables
  const shard = sql`${datasets.published}->>'$.lines.shard'`
  const segments = sql`${datasets.published}->'$.lines.segments'`
  const [sizes, counts] = await Promise.all([
    databaseSizes(ctx),
    // Most datasets have one table, which an index counts.
    ctx.db.all<{ shard: number; datasets: number; lines: number }>(sql`
      select shard, sum(datasets) as datasets, sum(lines) as lines from (
        select ${shard} as shard, count(*) as datasets, sum(${datasets.lineCount}) as lines
          from ${datasets} where ${segments} is null and ${shard} is not null group by 1
        union all select segment.value->>'$.shard', 1, segment.value->>'$.count'
          from ${datasets}, json_each(${segments}) as segment where ${segments} is not null
      ) group by 1`),
  ])
  const countsOf = new Map(counts.map((row) => [row.shard, row]))
  const maxBytes = ctx.config.LINES_DATABASE_BYTES
  return sizes.flatMap((bytes, at) => {
    const { datasets: published = 0, lines = 0 } = countsOf.get(at) ?? {}
    if (!ctx.lines[at] && published === 0) return []
    return { shard: at, bytes: bytes ?? null, maxBytes, datasets: published, lines }
  })
}
