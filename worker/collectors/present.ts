/** The documents of collectors and runs in the API. Pure. */
import type { Actor } from '../identity'
import type { Collector } from './load'
import { type CollectorProfile, collectorProfileOf } from './permissions'
import type { RunRow } from './runs/run'
import type { LogEntry } from './runs/run-log'

/** What a collector shows of one of its runs. */
export type RunSummary = {
  _id: string
  status: RunRow['status']
  createdAt: string
  scheduledAt?: string
  startedAt?: string
  finishedAt?: string
}

export type CollectorDocument = Record<string, unknown> & {
  id: string
  title: string
  userProfile: CollectorProfile | undefined
}

/** A collector as an actor sees it: its configuration, permissions and key are for administrators only. */
export function presentCollector(
  collector: Collector,
  view: { actor: Actor; baseUrl: string; lastRun: RunSummary | undefined; nextRun: RunSummary | undefined },
): CollectorDocument {
  const { id, title, plugin, active, owner, scheduling } = collector
  const userProfile = collectorProfileOf(view.actor, collector)
  return {
    id,
    _id: id,
    title,
    plugin,
    active,
    owner,
    scheduling,
    ...(userProfile === 'admin' ? { config: collector.config, permissions: collector.permissions } : {}),
    ...(view.lastRun ? { lastRun: view.lastRun } : {}),
    ...(view.nextRun ? { nextRun: view.nextRun } : {}),
    userProfile,
    created: { ...collector.createdBy, date: collector.createdAt },
    updated: { ...collector.updatedBy, date: collector.updatedAt },
    href: `${view.baseUrl}/api/v1/collectors/${id}`,
    page: `${view.baseUrl}/collector/${id}`,
  }
}

export function summaryOfRun(run: RunRow): RunSummary {
  const { id, status, createdAt, scheduledAt, startedAt, finishedAt } = run
  return {
    _id: id,
    status,
    createdAt,
    ...(scheduledAt ? { scheduledAt } : {}),
    ...(startedAt ? { startedAt } : {}),
    ...(finishedAt ? { finishedAt } : {}),
  }
}

/** A run with its collector, and its log or the outcome of it when requested; the permissions are for administrators only. */
export function presentRun(
  run: RunRow,
  collector: Collector,
  { actor, log, outcome }: { actor?: Actor; log?: readonly LogEntry[]; outcome?: string } = {},
): Record<string, unknown> {
  return {
    ...summaryOfRun(run),
    id: run.id,
    processing: { _id: collector.id, title: collector.title },
    owner: collector.owner,
    ...(actor && collectorProfileOf(actor, collector) === 'admin' ? { permissions: collector.permissions } : {}),
    ...(log ? { log } : {}),
    ...(outcome === undefined ? {} : { outcome }),
  }
}
