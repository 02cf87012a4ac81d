import { and, eq, inArray } from 'drizzle-orm'
import { audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import { loadRun } from './read-runs'
import { announceRun, type RunRow } from './run'

const { collectorRuns } = tables

/**
 * Stops a run: at once when it waits, otherwise its worker does so within seconds.
 *
 * @throws `collector-run-not-found`, `collector-refused`, `collector-run-ended`
 */
export async function killRun(ctx: Context, id: string): Promise<RunRow> {
  const { run } = await loadRun(ctx, id, 'exec')
  const now = ctx.now().toISOString()
  const waits = and(eq(collectorRuns.id, id), inArray(collectorRuns.status, ['scheduled', 'triggered']))
  const works = and(eq(collectorRuns.id, id), eq(collectorRuns.status, 'running'))
  const [, waiting, working] = await ctx.db.batch([
    audit(ctx, 'killRun', `collectors/${run.collectorId}`),
    ctx.db.update(collectorRuns).set({ status: 'killed', finishedAt: now }).where(waits).returning(),
    ctx.db.update(collectorRuns).set({ status: 'kill' }).where(works).returning(),
  ])
  const changed = waiting[0] ?? working[0]
  if (!changed) throw problem('collector-run-ended')
  await announceRun(ctx, changed, { status: changed.status })
  return changed
}
