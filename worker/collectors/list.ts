import { and, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context'
import { tables } from '../db/client'
import { orderBy, searchOf } from '../resources/list'
import { collectorActor } from './actor'
import { fromRow } from './load'
import { type CollectorDocument, presentCollector, type RunSummary } from './present'
import { visibleCollectors } from './visible-collectors'

const { collectors } = tables

type ListInput = {
  owner?: string | undefined
  q?: string | undefined
  statuses?: string | undefined
  plugins?: string | undefined
  showAll: boolean
  sort?: string | undefined
  select?: string | undefined
  size: number
  skip: number
}

type CollectorList = {
  count: number
  results: Partial<CollectorDocument>[]
  facets: Record<'statuses' | 'plugins' | 'owners', { value: unknown; count: number }[]>
}

/** A run of a collector as JSON. */
const runAs = (which: SQL) => sql<string | null>`(select json_object('_id', run.id, 'status', run.status,
  'createdAt', run.created_at, 'scheduledAt', run.scheduled_at, 'startedAt', run.started_at, 'finishedAt', run.finished_at)
  from collector_runs run where run.collector_id = collectors.id and ${which}
  order by coalesce(run.started_at, run.created_at) desc, run.id desc limit 1)`
const lastRun = runAs(sql`run.status <> 'scheduled'`)
const nextRun = runAs(sql`run.status = 'scheduled'`)
/** The status of the last run; `none` before the first. */
const status = sql`coalesce(${lastRun}->>'$.status', 'none')`

const sortable: ReadonlyMap<string, SQL> = new Map([
  ['title', sql`${collectors.sortTitle}`],
  ['createdAt', sql`${collectors.createdAt}`],
  ['updatedAt', sql`${collectors.updatedAt}`],
  ['created.date', sql`${collectors.createdAt}`],
  ['updated.date', sql`${collectors.updatedAt}`],
])

/** Lists the collectors that the actor may read. @throws `sign-in-required`, `parameter-invalid` */
export async function listCollectors(ctx: Context, input: ListInput): Promise<CollectorList> {
  const actor = collectorActor(ctx)
  const search = input.q?.trim() ? searchOf(input.q, collectors) : undefined
  const scope = and(visibleCollectors(actor, input), search?.matches)
  const filters = { statuses: among(status, input.statuses), plugins: among(sql`${collectors.plugin}`, input.plugins) }
  const where = and(scope, ...Object.values(filters))
  const owner = sql`json_object('type', ${collectors.ownerType}, 'id', ${collectors.ownerId}, 'name', max(${collectors.ownerName}))`
  const facet = (value: SQL, others: (SQL | undefined)[], groupBy: SQL = value) =>
    ctx.db.all<{ value: string; count: number }>(
      sql`select ${value} value, count(*) count from ${collectors} where ${and(scope, ...others)}
        group by ${groupBy} order by count(*) desc, 1`,
    )
  const [rows, [total], statuses, plugins, owners] = await Promise.all([
    ctx.db
      .select({ collector: collectors, lastRun, nextRun })
      .from(collectors)
      .where(where)
      .orderBy(...orderBy(collectors, sortable, { sort: input.sort ?? 'title', score: search?.score }))
      .limit(input.size)
      .offset(input.skip),
    ctx.db.select({ count: sql<number>`count(*)` }).from(collectors).where(where),
    facet(status, [filters.plugins]),
    facet(sql`${collectors.plugin}`, [filters.statuses]),
    facet(owner, [filters.plugins, filters.statuses], sql`${collectors.ownerType}, ${collectors.ownerId}`),
  ])
  const selected = input.select?.split(',').filter(Boolean)
  return {
    count: total?.count ?? 0,
    results: rows.map(({ collector, ...runs }) => {
      const around = { lastRun: runIn(runs.lastRun), nextRun: runIn(runs.nextRun) }
      const document = presentCollector(fromRow(collector), { actor, baseUrl: ctx.baseUrl, ...around })
      if (!selected) return document
      const kept = Object.entries(document).filter(
        ([name]) => selected.includes(name) || name === 'id' || name === '_id',
      )
      return Object.fromEntries(kept)
    }),
    facets: { statuses, plugins, owners: owners.map(({ value, count }) => ({ value: JSON.parse(value), count })) },
  }
}

const among = (value: SQL, list: string | undefined): SQL | undefined =>
  list ? sql`${value} in (select value from json_each(${JSON.stringify(list.split(','))}))` : undefined

/** Parses a run; dates that are still null (not started, not finished) are left out. */
function runIn(json: string | null): RunSummary | undefined {
  if (json === null) return undefined
  const entries = Object.entries(JSON.parse(json)).filter(([, value]) => value !== null)
  // The keys are those of `runAs`.
  return Object.fromEntries(entries) as RunSummary
}
