import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { isSuperAdmin } from '../../permissions'
import { collectorActor } from '../actor'
import { type Collector, checkCollectorProfile, fromRow, loadCollector } from '../load'
import type { CollectorProfile } from '../permissions'
import { presentRun, type RunSummary, summaryOfRun } from '../present'
import { visibleCollectors } from '../visible-collectors'
import type { RunRow } from './run'
import { entryIn, type LogEntry, type StoredEntry } from './run-log'

const { collectorLogs, collectorRuns, collectors } = tables

/** Loads a run with its collector. @throws `collector-run-not-found`, `collector-refused` */
export async function loadRun(
  ctx: Context,
  id: string,
  required: CollectorProfile,
): Promise<{ run: RunRow; collector: Collector }> {
  const [row] = await ctx.db
    .select({ run: collectorRuns, collector: collectors })
    .from(collectorRuns)
    .innerJoin(collectors, eq(collectors.id, collectorRuns.collectorId))
    .where(eq(collectorRuns.id, id))
  if (!row) throw problem('collector-run-not-found')
  const collector = fromRow(row.collector)
  checkCollectorProfile(ctx, collector, required)
  return { run: row.run, collector }
}

/** A run with its log in the language of the request; entries for debugging are for super-administrators. */
export async function readRun(ctx: Context, id: string): Promise<Record<string, unknown>> {
  const { run, collector } = await loadRun(ctx, id, 'read')
  const log = await readLog(ctx, id)
  const actor = collectorActor(ctx)
  const shown = isSuperAdmin(actor) ? log : log.filter(({ type }) => type !== 'debug')
  return presentRun(run, collector, { actor, log: shown })
}

async function readLog(ctx: Context, runId: string): Promise<LogEntry[]> {
  const rows = await ctx.db
    .select({ entry: collectorLogs.entry })
    .from(collectorLogs)
    .where(eq(collectorLogs.runId, runId))
    .orderBy(asc(collectorLogs.position))
    .limit(limits.collectors.maxLogEntries)
  return rows.map(({ entry }) => storedEntry(entry, ctx))
}

// RunLog writes it from a StoredEntry.
const storedEntry = (json: string, { language }: Context): LogEntry =>
  entryIn(JSON.parse(json) as StoredEntry, language)

/** The message of a run that says the most: its last error, else its last warning, else its last information. */
const outcomeEntry = sql<string | null>`(
  select ${collectorLogs.entry} from ${collectorLogs}
  where ${collectorLogs.runId} = ${collectorRuns.id}
    and ${collectorLogs.entry} ->> 'type' in ('info', 'warning', 'error')
  order by ${collectorLogs.entry} ->> 'type' = 'error' desc, ${collectorLogs.entry} ->> 'type' = 'warning' desc,
    ${collectorLogs.position} desc
  limit 1)`

/** Lists the runs that the actor may read, newest first, each with the message that says the most instead of its log. */
export async function listRuns(
  ctx: Context,
  input: {
    collector?: string | undefined
    owner?: string | undefined
    status?: string | undefined
    size: number
    skip: number
  },
): Promise<{ count: number; results: Record<string, unknown>[] }> {
  const actor = collectorActor(ctx)
  if (input.collector !== undefined) await loadCollector(ctx, input.collector, 'read')
  const statuses = input.status?.split(',').filter(Boolean)
  const where = and(
    visibleCollectors(actor, { owner: input.owner, showAll: false }),
    input.collector === undefined ? undefined : eq(collectorRuns.collectorId, input.collector),
    statuses ? sql`${collectorRuns.status} in (select value from json_each(${JSON.stringify(statuses)}))` : undefined,
  )
  const joined = eq(collectors.id, collectorRuns.collectorId)
  const rows = await ctx.db
    .select({ run: collectorRuns, collector: collectors, outcome: outcomeEntry })
    .from(collectorRuns)
    .innerJoin(collectors, joined)
    .where(where)
    .orderBy(desc(collectorRuns.createdAt), desc(collectorRuns.id))
    .limit(input.size)
    .offset(input.skip)
  const [total] = await ctx.db
    .select({ count: sql<number>`count(*)` })
    .from(collectorRuns)
    .innerJoin(collectors, joined)
    .where(where)
  const results = rows.map(({ run, collector, outcome }) =>
    presentRun(run, fromRow(collector), { actor, ...(outcome ? { outcome: storedEntry(outcome, ctx).msg } : {}) }),
  )
  return { count: total?.count ?? 0, results }
}

/** The last and the next run of a collector. */
export async function runsAround(
  ctx: Context,
  id: string,
): Promise<{ lastRun: RunSummary | undefined; nextRun: RunSummary | undefined }> {
  const ofCollector = eq(collectorRuns.collectorId, id)
  const [[last], [next]] = await ctx.db.batch([
    ctx.db
      .select()
      .from(collectorRuns)
      .where(and(ofCollector, ne(collectorRuns.status, 'scheduled')))
      .orderBy(desc(sql`coalesce(${collectorRuns.startedAt}, ${collectorRuns.createdAt})`), desc(collectorRuns.id))
      .limit(1),
    ctx.db
      .select()
      .from(collectorRuns)
      .where(and(ofCollector, eq(collectorRuns.status, 'scheduled'))),
  ])
  return { lastRun: last && summaryOfRun(last), nextRun: next && summaryOfRun(next) }
}
