import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { limits } from '../../limits'

/** A run that is under way: `waiting` for a worker, or `stuck` when it has ended the process or was silent for long. */
export type RunUnderWay = {
  dataset: { id: string; title: string }
  stage: string
  progress: number
  state: 'running' | 'waiting' | 'stuck'
  /** Date of its last report. */
  updatedAt: string
}

/** The runs under way of all datasets, least recently active first. */
export async function runsUnderWay(ctx: Context, limit: number): Promise<RunUnderWay[]> {
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
    .limit(limit)
  const now = ctx.now().getTime()
  return rows.map(({ id, title, stage, progress, touchedAt, ...claim }) => ({
    dataset: { id, title },
    stage,
    progress,
    state: activityOfRun({ ...claim, touchedAt, now }),
    updatedAt: new Date(touchedAt).toISOString(),
  }))
}

type Claim = { starts: number; leaseUntil: number; touchedAt: number; now: number }

/** A run that was claimed more than once since its last report has ended its process. Pure. */
export function activityOfRun({ starts, leaseUntil, touchedAt, now }: Claim): RunUnderWay['state'] {
  if (starts > 1 || now - touchedAt > limits.processing.stuckMs) return 'stuck'
  return leaseUntil > now ? 'running' : 'waiting'
}
