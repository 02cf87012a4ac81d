/** What a plugin works with during a slice of a run. */
import { and, eq } from 'drizzle-orm'
import type { Context, LiveData } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { wellFormedJson } from '../../schema/well-formed'
import { actorOfRuns } from '../actor'
import type { CollectorConfig } from '../document'
import { channelOf } from '../journal'
import { type Collector, readCollector } from '../load'
import type { PluginContext } from '../plugins/plugin'
import { hostKeysOf } from './host-keys'
import { pluginDatasets } from './plugin-datasets'
import { pluginFetch } from './plugin-fetch'
import { pluginFiles } from './plugin-files'
import { type ClaimedCollectorRun, saveCollectorCursor } from './run'
import type { RunLog } from './run-log'

/** Why a plugin has to stop. `ended`: it has returned, and what it left running has no effect. */
export type StopReason = 'killed' | 'hanging' | 'lost' | 'paused' | 'ended'

/** What the context throws once the run is stopped. */
export class RunStopped extends Error {
  constructor(readonly reason: StopReason) {
    super(`the run is stopped: ${reason}`)
    this.name = 'Stopped'
  }
}

type Slice = {
  run: ClaimedCollectorRun
  collector: Collector
  secrets: Record<string, string>
  log: RunLog
  stop: AbortSignal
  /** Whether the time of the slice is over. */
  isLate: () => boolean
  end: (reason: StopReason) => void
}

const { collectors } = tables

export function runContext(ctx: Context, slice: Slice): PluginContext {
  const { run, collector, secrets, log, stop, isLate, end } = slice
  // The run has the rights of the account of the collector.
  const acting: Context = { ...ctx, identity: { actor: actorOfRuns(collector) } }
  let cursor = run.cursor
  /** Hands the run over to the next message, if it has a checkpoint to go on from. */
  const pauseWhenLate = () => {
    if (cursor === null || !isLate()) return
    end('paused')
    throw new RunStopped('paused')
  }
  const guarded =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      stop.throwIfAborted()
      return work(...args)
    }
  const { id, title, owner } = collector
  const hostKeys = hostKeysOf(ctx, collector)
  const files = pluginFiles(ctx, hostKeys)
  return {
    collector: { id, title, owner: { type: owner.type, id: owner.id, name: owner.name } },
    run: { id: run.id },
    config: structuredClone(collector.config),
    secrets,
    state: structuredClone(collector.state),
    cursor: cursor === null ? undefined : JSON.parse(cursor),
    log: log.forPlugin,
    isStopped: async () => stop.aborted,
    fetch: guarded(pluginFetch(ctx, { signal: stop, warn: (message) => log.add('warning', message) })),
    openFile: guarded(files.openFile),
    removeFile: guarded(files.removeFile),
    moveFile: guarded(files.moveFile),
    listFiles: guarded(files.listFiles),
    datasets: pluginDatasets(acting, { run, collector, hostKeys, log, stop, guarded, pauseWhenLate }),
    patchConfig: guarded((patch) => patchConfig(ctx, id, patch)),
    saveState: guarded(async (state) => {
      const text = storable(hostKeys.within(state))
      await ctx.db.update(collectors).set({ state: text }).where(eq(collectors.id, id))
    }),
    checkpoint: guarded(async (reached) => {
      cursor = storable(reached)
      if (!(await saveCollectorCursor(ctx, run, cursor))) {
        end('lost')
        throw new RunStopped('lost')
      }
      pauseWhenLate()
    }),
  }
}

/** Merges properties into the stored configuration, which someone may be editing. */
async function patchConfig(ctx: Context, id: string, patch: CollectorConfig): Promise<void> {
  for (let attempt = 0; attempt < limits.datasets.maxChangeAttempts; attempt++) {
    const { config } = await readCollector(ctx, id)
    const merged = storable({ ...config, ...patch })
    const written = await ctx.db
      .update(collectors)
      .set({ config: merged })
      .where(and(eq(collectors.id, id), eq(collectors.config, JSON.stringify(config))))
      .returning({ id: collectors.id })
    if (written.length === 0) continue
    // What could be stored is JSON.
    await ctx.realtime.tell(channelOf(id), 'patch-config', { patch: JSON.parse(storable(patch)) } satisfies LiveData)
    return
  }
  throw new Error('the configuration of the collector is being changed')
}

/** A value of a plugin as JSON, within the size of a D1 value. @throws `collector-config-invalid` */
function storable(value: unknown): string {
  const text = wellFormedJson(JSON.stringify(value ?? null)).json
  const max = limits.collectors.maxStateChars
  if (text.length > max)
    throw problem('collector-config-invalid', {
      reason: { en: `more than ${max} characters of state`, fr: `plus de ${max} caractères d'état` },
    })
  return text
}
