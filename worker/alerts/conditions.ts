/** The conditions of alerts, as they are now. */
import { asc, eq, gt, gte, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { runsUnderWay } from '../datasets/runs'
import { databaseSizes } from '../datasets/sharding'
import { tables } from '../db/client'
import { limits } from '../limits'
import type { AlertKind } from './alert'

/**
 * A condition that holds. `lingers`: it is between the value at which an alert begins and that at which it ends, or cannot be
 * observed: an alert goes on, and none begins.
 */
type Condition = { kind: AlertKind; subject: string; title: string; lingers: boolean }

/** Reads all conditions. Those that are absent do not hold. */
export async function readConditions(ctx: Context): Promise<Condition[]> {
  const ofEachKind = [deadLetters(ctx), stuckRuns(ctx), fullDatabases(ctx), failingCollectors(ctx)]
  return (await Promise.all(ofEachKind)).flat()
}

async function deadLetters(ctx: Context): Promise<Condition[]> {
  const { deadLetters: letters, datasets } = tables
  const rows = await ctx.db
    .select({ subject: datasets.id, title: sql<string>`coalesce(${datasets.metadata}->>'$.title', ${datasets.id})` })
    .from(letters)
    .innerJoin(datasets, eq(datasets.id, letters.dataset))
    .where(gt(letters.date, ctx.now().getTime() - limits.alerts.deadLetterMs))
    .orderBy(asc(letters.date))
    .limit(limits.alerts.maxOfKind)
  return rows.map((row) => ({ kind: 'dead-letter', lingers: false, ...row }))
}

async function stuckRuns(ctx: Context): Promise<Condition[]> {
  const runs = await runsUnderWay(ctx, limits.alerts.maxOfKind)
  // A dataset has a run for each of its versions.
  const stuck = new Map(runs.flatMap(({ dataset, state }) => (state === 'stuck' ? [[dataset.id, dataset]] : [])))
  return [...stuck.values()].map(({ id, title }) => ({ kind: 'stuck-run', subject: id, title, lingers: false }))
}

async function fullDatabases(ctx: Context): Promise<Condition[]> {
  const [metadata, sizes] = await Promise.all([
    ctx.db.run(sql`select 1`).then(({ meta }) => meta.size_after),
    databaseSizes(ctx),
  ])
  const maxBytes = ctx.config.LINES_DATABASE_BYTES
  const lines = sizes.flatMap((bytes, shard) =>
    ctx.lines[shard] ? [{ name: `LINES_${shard}`, share: bytes === undefined ? undefined : bytes / maxBytes }] : [],
  )
  const databases = [{ name: 'DB', share: metadata / limits.alerts.metadataBytes }, ...lines]
  return databases.flatMap(({ name, share }) => {
    const state = fullness(share)
    const condition = { kind: 'database-nearly-full', subject: name, title: name } as const
    return state === 'room' ? [] : [{ ...condition, lingers: state === 'lingers' }]
  })
}

/** Whether a database is nearly full, by the share that is used; undefined where it does not respond. Pure. */
function fullness(share: number | undefined): 'full' | 'lingers' | 'room' {
  if (share === undefined) return 'lingers'
  if (share >= limits.alerts.nearlyFullShare) return 'full'
  return share >= limits.alerts.roomAgainShare ? 'lingers' : 'room'
}

async function failingCollectors(ctx: Context): Promise<Condition[]> {
  const { collectors } = tables
  const rows = await ctx.db
    .select({ subject: collectors.id, title: collectors.title })
    .from(collectors)
    .where(gte(collectors.failures, limits.alerts.collectorFailures))
    .orderBy(asc(collectors.failingSince), asc(collectors.id))
    .limit(limits.alerts.maxOfKind)
  return rows.map((row) => ({ kind: 'collector-failing', lingers: false, ...row }))
}
