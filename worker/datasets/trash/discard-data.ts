import { eq } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { bundleOfLines, bundleOfMetadata, discardBundle } from '../../attachments'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { diagnosed, diagnosticKey } from '../../files/object-keys'
import { limits } from '../../limits'
import { discardFileVersions, ofDataset } from '../file-versions/stored-versions'
import type { Version } from '../metadata/document'
import { discardVersion } from '../runs/discards'

/** The statements that delete the statistics of a dataset, and add its lines and files, earlier ones too, to `discards`, whose rows the cron processes. */
export function discardData(
  ctx: Context,
  { id, published, draft }: { id: string; published: Version; draft: Version | undefined },
): BatchItem<'sqlite'>[] {
  const afterMs = limits.lines.dropRemovedAfterMs
  const notBefore = ctx.now().getTime() + afterMs
  const { discards, indexCandidates, previews, statistics } = tables
  const reports = diagnosed.map((version) => ({ kind: 'file' as const, name: diagnosticKey(id, version), notBefore }))
  return [
    ctx.db.delete(statistics).where(eq(statistics.datasetId, id)),
    ctx.db.delete(previews).where(eq(previews.datasetId, id)),
    ctx.db.delete(indexCandidates).where(eq(indexCandidates.datasetId, id)),
    ...[published, ...(draft ? [draft] : [])].flatMap((version) => discardVersion(ctx, version, { afterMs })),
    ...discardFileVersions(ctx, ofDataset(id)),
    ...[bundleOfLines(id), bundleOfMetadata(id)].flatMap((bundle) => discardBundle(ctx, bundle, notBefore)),
    ctx.db.insert(discards).values(reports).onConflictDoNothing(),
  ]
}

/** Sends the message that processes the rows of `discards`. A failure is not fatal: the cron sends another. */
export async function sendDiscards(ctx: Context, id: string): Promise<void> {
  try {
    await ctx.jobs.discard(limits.lines.dropRemovedAfterMs / 1_000 + 1)
  } catch (error) {
    ctx.log('error', 'the message of a removal could not be sent; the cron will', { id, error: String(error) })
  }
}
