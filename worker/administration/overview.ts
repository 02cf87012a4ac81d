/** The state of the whole service, for its operator. */
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { superAdmin } from '../accounts'
import type { Context } from '../context'
import { tables } from '../db/client'
import { limits } from '../limits'
import { type Check, runChecks } from '../monitoring'
import { type StoredBytes, storageCost } from './cost'

/** A run that is under way: `waiting` for a worker, or `stuck` when it has ended the process or was silent for long. */
export type RunUnderWay = {
  dataset: { id: string; title: string }
  stage: string
  progress: number
  state: 'running' | 'waiting' | 'stuck'
  /** Date of its last report. */
  updatedAt: string
}

type Counts = Record<'users' | 'organizations' | 'datasets' | 'applications' | 'collectors' | 'lines', number>

export type Overview = {
  checks: Check[]
  counts: Counts
  /** Sizes of the databases, and of the files that datasets and applications have. */
  stored: StoredBytes
  /** Dollars per month, without requests. */
  cost: ReturnType<typeof storageCost>
  runs: RunUnderWay[]
}

/** Reads the state of the service. @throws `super-admin-only` */
export async function readOverview(ctx: Context): Promise<Overview> {
  superAdmin(ctx)
  return overviewOf(ctx)
}

/** The same without a permission check. */
export async function overviewOf(ctx: Context): Promise<Overview> {
  const [checks, counted, databases, runs] = await Promise.all([
    runChecks(ctx),
    countAll(ctx),
    databaseBytes(ctx),
    runsUnderWay(ctx),
  ])
  const { files, ...counts } = counted
  const stored = { databases, files }
  return { checks, counts, stored, cost: storageCost(stored), runs }
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

/** Bytes of the metadata database and of those of lines, as D1 reports them with each response. */
async function databaseBytes(ctx: Context): Promise<number> {
  const [metadata, ...lines] = await Promise.all([
    ctx.db.run(sql`select 1`),
    ...ctx.lines.map((database) => database.prepare('select 1').run()),
  ])
  return [metadata, ...lines].reduce((sum, { meta }) => sum + (meta.size_after ?? 0), 0)
}

async function runsUnderWay(ctx: Context): Promise<RunUnderWay[]> {
  const { runs, datasets } = tables
  const rows = await ctx.db
    .select({
      id: datasets.id,
      title: sql<string>`coalesce(${datasets.metadata}->>'$.title', ${datasets.id})`,
      stage: runs.stage,
      progress: runs.progress,
      starts: runs.starts,
      leaseUntil: runs.leaseUntil,
      touchedAt: runs.touchedAt,
    })
    .from(runs)
    .innerJoin(datasets, eq(datasets.id, runs.datasetId))
    .where(and(eq(runs.failed, false), gt(runs.touchedAt, 0)))
    .orderBy(asc(runs.touchedAt))
    .limit(limits.administration.listSize)
  const now = ctx.now().getTime()
  return rows.map(({ id, title, stage, progress, touchedAt, ...claim }) => ({
    dataset: { id, title },
    stage,
    progress,
    state: runState({ ...claim, touchedAt, now }),
    updatedAt: new Date(touchedAt).toISOString(),
  }))
}

type Claim = { starts: number; leaseUntil: number; touchedAt: number; now: number }

/** A run that was claimed more than once since its last report has ended its process. Pure. */
export function runState({ starts, leaseUntil, touchedAt, now }: Claim): RunUnderWay['state'] {
  if (starts > 1 || now - touchedAt > limits.administration.stuckMs) return 'stuck'
  return leaseUntil > now ? 'running' : 'waiting'
}
