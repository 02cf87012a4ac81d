import { eq } from 'drizzle-orm'
import { audit } from '../../accounts'
import { bundleOfLines, bundleOfMetadata, discardBundle } from '../../attachments'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { diagnosed, diagnosticKey } from '../../files/object-keys'
import { limits } from '../../limits'
import { requireVersion, retryChange } from '../../resources'
import { addToJournal } from '../journal/journal'
import { datasetKind } from '../metadata/kind'
import { type Dataset, forgetDataset, loadDataset } from '../metadata/load'
import { discardVersion } from '../runs/discards'
import { discardRuns } from '../runs/runs'

/**
 * Deletes a dataset in any state: its description and journal at once, its lines and files by rows in `discards`, which the
 * cron processes even when this request is interrupted.
 */
export async function removeDataset(ctx: Context, id: string): Promise<void> {
  // A version that was published since the read must be deleted too.
  await retryChange(datasetKind, id, async () => removeAsRead(ctx, await loadDataset(ctx, id, 'delete')))
  forgetDataset(id)
  await ctx.realtime.rightsChanged(id)
  try {
    await ctx.jobs.discard(limits.lines.dropRemovedAfterMs / 1_000 + 1)
  } catch (error) {
    ctx.log('error', 'the message of a removal could not be sent; the cron will', { id, error: String(error) })
  }
}

async function removeAsRead(ctx: Context, dataset: Dataset): Promise<void> {
  const { id, published, draft } = dataset
  const itsRuns = eq(tables.runs.datasetId, id)
  await ctx.db.batch([
    requireVersion(ctx, datasetKind, dataset),
    discardRuns(ctx, itsRuns),
    ctx.db.delete(tables.runs).where(itsRuns),
    ctx.db.delete(tables.journal).where(eq(tables.journal.datasetId, id)),
    addToJournal(ctx, id, { type: 'dataset-deleted', data: dataset.metadata.title, logOnly: true }),
    ctx.db.delete(tables.datasets).where(eq(tables.datasets.id, id)),
    ctx.db.delete(tables.statistics).where(eq(tables.statistics.datasetId, id)),
    ctx.db.delete(tables.previews).where(eq(tables.previews.datasetId, id)),
    ctx.db.delete(tables.indexCandidates).where(eq(tables.indexCandidates.datasetId, id)),
    ctx.db.delete(tables.locks).where(eq(tables.locks.datasetId, id)),
    ...[published, ...(draft ? [draft] : [])].flatMap((version) =>
      discardVersion(ctx, version, { afterMs: limits.lines.dropRemovedAfterMs }),
    ),
    ...[bundleOfLines(id), bundleOfMetadata(id)].flatMap((bundle) =>
      discardBundle(ctx, bundle, ctx.now().getTime() + limits.lines.dropRemovedAfterMs),
    ),
    ctx.db
      .insert(tables.discards)
      .values(
        diagnosed.map((version) => ({
          kind: 'file' as const,
          name: diagnosticKey(id, version),
          notBefore: ctx.now().getTime() + limits.lines.dropRemovedAfterMs,
        })),
      )
      .onConflictDoNothing(),
    audit(ctx, 'removeDataset', `datasets/${id}`),
  ])
}
