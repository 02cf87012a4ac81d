/** Executes a slice of a run: the plugin works until it ends, reaches a checkpoint after its time, or is stopped. */

import { z } from '@hono/zod-openapi'
import { collectorTimeLeft } from '../../accounts'
import type { Context } from '../../context'
import { causeOf, Problem, problem, untranslated } from '../../errors'
import { limits } from '../../limits'
import { MINUTE_MS } from '../../limits/units'
import { type Collector, readCollector } from '../load'
import { checkConfig } from '../plugins/check-config'
import { findPlugin } from '../plugins/find-plugin'
import { notices, steps } from '../plugins/log-texts'
import { openSecrets } from '../secrets'
import { addUsage, type Ending, finishRun } from './finish-run'
import {
  announceRun,
  type ClaimedCollectorRun,
  claimCollectorRun,
  logLength,
  releaseCollectorRun,
  renewCollectorRun,
} from './run'
import { RunStopped, runContext, type StopReason } from './run-context'
import { RunLog } from './run-log'

/** Durations in milliseconds, as in `limits.collectors`. */
export type RunTimings = Record<'sliceMs' | 'hangMs' | 'graceMs' | 'heartbeatMs' | 'logEveryMs', number>

const resultSchema = z.object({ deleteOnComplete: z.boolean().optional() }).nullish()

/**
 * Executes a run until it ends or its slice is over. It is claimed before any work: a message that comes twice has no
 * effect. Errors of the plugin and of its source end the run; faults of the platform are thrown, and retried.
 */
export async function executeRun(
  ctx: Context,
  message: { run: string; step: number },
  pace: RunTimings = limits.collectors,
): Promise<void> {
  const run = await claimCollectorRun(ctx, message.run, message.step)
  if (!run) return
  try {
    await executeClaimed(ctx, run, pace)
  } catch (error) {
    // The retry of the message finds the run free; where this fails too, the cron does once the lease has ended.
    await releaseCollectorRun(ctx, run, false).catch(() => {})
    throw error
  }
}

async function executeClaimed(ctx: Context, run: ClaimedCollectorRun, pace: RunTimings): Promise<void> {
  const started = ctx.now()
  const collector = await readCollector(ctx, run.collectorId)
  const log = new RunLog(ctx, run, await logLength(ctx, run.id))
  if (run.status === 'kill') return finishRun(ctx, run, collector, { status: 'killed' })
  await announceRun(ctx, run, { status: 'running', startedAt: run.startedAt ?? started.toISOString() })
  const ending = await endingOf(ctx, { run, collector, log, pace })
  await addUsage(ctx, collector, ctx.now().getTime() - started.getTime())
  if (ending === 'lost') return
  if (ending === 'paused') {
    await log.close()
    return releaseCollectorRun(ctx, run, true)
  }
  if (ending.status === 'error') log.end('error', ending.message)
  if (ending.status === 'killed') log.end('info', notices.stopped)
  await log.close()
  // The count of failures is that of now.
  await finishRun(ctx, run, await readCollector(ctx, collector.id), ending)
}

type Work = { run: ClaimedCollectorRun; collector: Collector; log: RunLog; pace: RunTimings }

async function endingOf(ctx: Context, work: Work): Promise<Ending | 'paused' | 'lost'> {
  const { run, collector, log } = work
  const failed = (error: unknown): Ending => {
    const cause = error instanceof Problem ? { code: error.code } : { cause: stackOf(error) }
    ctx.log('warn', 'run failed', { run: run.id, collector: collector.id, plugin: collector.plugin, ...cause })
    return {
      status: 'error',
      message: causeOf(error),
      ...(error instanceof Problem ? { problem: { code: error.code, params: error.params } } : {}),
      isJournaled: error instanceof Problem && error.code === 'collector-dataset-error',
    }
  }
  const { maxCrashes, maxRunMs } = limits.collectors
  if (run.starts > maxCrashes) return failed(problem('collector-interrupted', { times: maxCrashes }))
  const sinceStart = ctx.now().getTime() - new Date(run.startedAt ?? ctx.now()).getTime()
  if (sinceStart > maxRunMs) return failed(problem('collector-too-long', { minutes: maxRunMs / MINUTE_MS }))
  if (run.starts > 1) log.add('step', steps.resumed)
  const left = await collectorTimeLeft(ctx, collector.owner)
  try {
    if (left.seconds <= 0) throw problem('collector-time-used', { limit: left.limitMinutes })
    const found = await findPlugin(ctx, collector.plugin)
    checkConfig(found.schema, collector.config)
    const secrets = await openSecrets(ctx, { collector: collector.id, secrets: collector.secrets })
    return await runPlugin(ctx, { ...work, found, secrets })
  } catch (error) {
    return failed(error)
  }
}

type PluginWork = Work & { found: Awaited<ReturnType<typeof findPlugin>>; secrets: Record<string, string> }

async function runPlugin(ctx: Context, work: PluginWork): Promise<Ending | 'paused' | 'lost'> {
  const { run, log, pace, found } = work
  const stop = new AbortController()
  let reason: StopReason | undefined
  const end = (why: StopReason) => {
    reason ??= why
    stop.abort(new RunStopped(why))
  }
  const sliceEnd = Date.now() + pace.sliceMs
  const context = runContext(ctx, { ...work, stop: stop.signal, isLate: () => Date.now() >= sliceEnd, end })
  const done = Promise.resolve()
    .then(() => found.plugin.run(context))
    .then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    )
  const heart = beat(ctx, { run, log, pace, end, signal: stop.signal })
  const outcome = await Promise.race([done, stoppedFor(stop.signal, pace.graceMs, done)])
  // Whatever the plugin still does has no effect any more.
  end('ended')
  await heart
  if (reason === 'lost' || reason === 'paused') return reason
  if (reason === 'killed') return { status: 'killed' }
  if (reason === 'hanging') throw problem('collector-too-long', { minutes: Math.ceil(pace.hangMs / MINUTE_MS) })
  if (outcome === undefined) throw new Error('a plugin ended without outcome')
  if ('error' in outcome) throw outcome.error
  const parsed = resultSchema.safeParse(outcome.result)
  if (!parsed.success) {
    const fault = parsed.error.issues[0]?.message ?? ''
    throw problem('collector-result-invalid', { plugin: found.id, reason: untranslated(fault) })
  }
  return { status: 'finished', deleteOnComplete: parsed.data?.deleteOnComplete ?? false }
}

/** Resolves some time after the signal: a plugin that does not end is left alone. */
async function stoppedFor(signal: AbortSignal, graceMs: number, done: Promise<unknown>): Promise<undefined> {
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  await Promise.race([done, scheduler.wait(graceMs)])
  return undefined
}

/** Renews the lease, stores the log, and stops a run that someone wants stopped or that hangs. */
async function beat(
  ctx: Context,
  {
    run,
    log,
    pace,
    end,
    signal,
  }: Pick<Work, 'run' | 'log' | 'pace'> & { end: (why: StopReason) => void; signal: AbortSignal },
): Promise<void> {
  const started = Date.now()
  let renewed = started
  while (!signal.aborted) {
    await scheduler.wait(pace.logEveryMs, { signal }).catch(() => {})
    if (signal.aborted) return
    await log.flush()
    if (Date.now() - started > pace.hangMs) return end('hanging')
    if (Date.now() - renewed < pace.heartbeatMs) continue
    renewed = Date.now()
    // A database that does not respond now may respond in time: the lease is much longer.
    const status = await renewCollectorRun(ctx, run).catch(() => 'running' as const)
    if (status === undefined) return end('lost')
    if (status === 'kill') return end('killed')
  }
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
