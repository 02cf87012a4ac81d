import { eq } from 'drizzle-orm'
import { audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { problem } from '../../errors'
import type { TablePointer } from '../../lines/storage'
import { requireVersion, retryChange } from '../../resources'
import { addToJournal } from '../journal/journal'
import { announceJournal } from '../journal/live-journal'
import type { Dataset } from '../metadata/dataset'
import { datasetKind } from '../metadata/kind'
import { forgetDataset, readDataset } from '../metadata/load'
import { isSettled } from '../metadata/status'
import { discardOfLines } from '../runs/discards'
import { newRun } from '../runs/runs'
import { sendRun } from '../runs/send-run'

/**
 * Replaces the table of a dataset with a filled one.
 *
 * @throws `dataset-changed` when the description has changed since the lines were written
 */
export async function startReplacement(ctx: Context, before: Dataset, pointer: TablePointer): Promise<void> {
  // A concurrent refresh changes the row, not the description.
  const run = await retryChange(datasetKind, before.id, async () => {
    const dataset = await readDataset(ctx, before.id)
    const { published, version } = dataset
    const isSame =
      published.revision === before.published.revision && published.lines?.run === before.published.lines?.run
    if (!isSame) throw problem('dataset-changed', { id: before.id })
    if (!isSettled(published.status)) throw problem('status-incompatible', { status: published.status })
    const created = newRun(ctx, {
      id: pointer.run,
      datasetId: before.id,
      target: 'published',
      shard: pointer.shard,
      stage: 'index',
      state: { replacement: pointer },
    })
    const { errorStatus: _, errorRetry: __, ...sound } = published
    const next = { ...sound, status: 'analyzed' as const }
    await ctx.db.batch([
      requireVersion(ctx, datasetKind, dataset),
      ctx.db
        .update(tables.datasets)
        .set({ published: JSON.stringify(next), status: next.status, version: version + 1 })
        .where(eq(tables.datasets.id, before.id)),
      ...created.statements,
      ctx.db.delete(tables.discards).where(discardOfLines(pointer)),
      addToJournal(ctx, before.id, { type: 'data-updated' }),
      audit(ctx, 'replaceLines', `datasets/${before.id}`),
    ])
    return created
  })
  forgetDataset(before.id)
  await announceJournal(ctx, before.id)
  await sendRun(ctx, run.id)
}
