/** Collectors of the tests, their runs, and plugins with configurable behaviour. */
import { env } from 'cloudflare:workers'
import type { Plugin, PluginContext } from '../../worker/collectors/plugins/plugin'
import { executeRun, type RunTimings } from '../../worker/collectors/runs/execute-run'
import { entryIn } from '../../worker/collectors/runs/run-log'
import type { Context } from '../../worker/context'
import { keyOf, systemContext, town } from './accounts'
import { ask, type Sent } from './http'
import { rows } from './stored'

export type CollectorDocument = {
  id: string
  title: string
  active: boolean
  config: Record<string, unknown>
  lastRun?: { _id: string; status: string }
  nextRun?: { _id: string; scheduledAt: string }
  userProfile?: string
}
export type LogLine = { type: string; msg: string; progress?: number; total?: number }
export type RunDocument = { _id: string; status: string; log: LogLine[] }

/** A plugin of one function, with a schema that accepts everything. */
export const pluginOf = (run: (context: PluginContext) => Promise<unknown>): Plugin => ({
  schema: () => ({
    type: 'object',
    title: 'A plugin of tests',
    properties: { secret: { type: 'string', writeOnly: true } },
  }),
  // A plugin may return anything: that is what some of the tests are about.
  run: run as Plugin['run'],
})

/** A context of the queue with these plugins, and what the tests change of it. */
export function collecting(plugins: Record<string, Plugin>, changes: Partial<Context> = {}): Context {
  return { ...systemContext(), plugins: new Map(Object.entries(plugins)), ...changes }
}

/** Stores a collector whose plugin only `collecting` knows, as an administrator would create it. */
export async function makeCollector(
  sent: Sent,
  body: { plugin?: string; [property: string]: unknown } = {},
): Promise<CollectorDocument> {
  const { plugin, ...others } = body
  const json = {
    title: 'Places',
    plugin: 'transfer-file',
    active: true,
    config: { datasetMode: 'create', url: 'https://files.example.org/places.csv' },
    ...others,
  }
  const collector = await ask<CollectorDocument>('/api/v1/collectors', { ...sent, json })
  if (plugin !== undefined) {
    await env.DB.prepare('update collectors set plugin = ? where id = ?').bind(plugin, collector.id).run()
  }
  return collector
}

/** Stores a requested run without its queue message. */
export async function storeRun(collector: string, id = 'run1'): Promise<{ run: string; step: number }> {
  await env.DB.prepare(
    `insert into collector_runs (id, collector_id, status, created_at, due_at, touched_at)
      values (?, ?, 'triggered', ?, 0, ?)`,
  )
    .bind(id, collector, new Date().toISOString(), Date.now())
    .run()
  return { run: id, step: 0 }
}

/** Intervals of a run that the tests need not wait for. */
export const shortTimings: RunTimings = {
  sliceMs: 60_000,
  hangMs: 60_000,
  graceMs: 50,
  heartbeatMs: 20,
  logEveryMs: 10,
}

/** Executes a slice of a run with these plugins. @returns the run as it is then */
export async function slice(
  ctx: Context,
  message: { run: string; step: number },
  pace: Partial<RunTimings> = {},
): Promise<{ status: string; step: number; starts: number; cursor: string | null; log: LogLine[] }> {
  await executeRun(ctx, message, { ...shortTimings, ...pace })
  return storedRun(message.run)
}

export async function storedRun(id: string) {
  type Row = { status: string; step: number; starts: number; cursor: string | null }
  const [run] = await rows<Row>('select status, step, starts, cursor from collector_runs where id = ?', id)
  const log = await rows<{ entry: string }>('select entry from collector_logs where run_id = ? order by position', id)
  if (!run) throw new Error(`no run ${id}`)
  return { ...run, log: log.map(({ entry }): LogLine => entryIn(JSON.parse(entry), 'en')) }
}

/** A collector of a plugin of tests, and its run that has not started. */
export async function pendingRun(run: Parameters<typeof pluginOf>[0], body: object = {}) {
  const key = await keyOf(town)
  const { id } = await makeCollector({ key }, { plugin: 'rogue', ...body })
  return { id, key, ctx: collecting({ rogue: pluginOf(run) }), message: await storeRun(id) }
}
