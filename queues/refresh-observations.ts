import type { Context } from '../worker/context'
import { findDataset, isSettled } from '../worker/datasets'
import { measureLines } from '../worker/datasets/lines-api'
import { storeObservations } from '../worker/datasets/runs'
import { refinalizeParents } from '../worker/datasets/virtual'
import { limits } from '../worker/limits'
import { dateRange } from '../worker/lines'
import { readState, recordObservations } from '../worker/lines/storage'
import { observeLines } from '../worker/lines/write'
import { datedFields } from '../worker/schema/concepts'
import { deleteUnnamedFiles } from './delete-unnamed-files'
import { indexAttachments } from './index-attachments'

/**
 * Updates the observations of an editable dataset after writes: count, bounding box, period, values. During continuous
 * writes, the delay between refreshes is proportional to their duration.
 */
export async function refreshObservations(ctx: Context, id: string): Promise<void> {
  const dataset = await findDataset(ctx, id)
  const pointer = dataset?.published.lines
  const database = pointer && ctx.lines[pointer.shard]
  if (!dataset || !pointer?.layout.editable || !database) return
  const started = ctx.now().getTime()
  const state = await readState(database, pointer.run)
  if (!state || state.closed || state.pending === 0) return
  const current = { ...pointer, count: state.count }
  const { servedSchema, schema } = dataset.published
  const attached = { dataset: id, db: database, pointer, fields: servedSchema ?? schema }
  const hasMore = await indexAttachments(ctx, attached)
  // A run may be copying files, or filling the table of the lines that name them.
  if (isSettled(dataset.published.status)) await deleteUnnamedFiles(ctx, attached)
  const observations = await observeLines(database, current, schema)
  const span = await dateRange(database, current, datedFields(schema))
  const { storage, longestBytes } = await measureLines(ctx, database, { dataset: id, pointer: current })
  const stored = await storeObservations(ctx, dataset, {
    pointer: { ...current, longestBytes },
    state,
    observations,
    span,
    storage,
  })
  const now = ctx.now().getTime()
  if (stored) await refinalizeParents(ctx, id)
  if (stored && !hasMore && (await recordObservations(database, pointer.run, { pending: state.pending, now }))) return
  const { refreshAfterMs, refreshRest, maxRefreshRestMs } = limits.lines
  const restMs = Math.min(Math.max(refreshAfterMs, (now - started) * refreshRest), maxRefreshRestMs)
  await ctx.jobs.refresh(id, Math.ceil(restMs / 1_000))
}
