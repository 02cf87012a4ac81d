import { eq } from 'drizzle-orm'
import { audit } from '../../accounts'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { Problem, problem } from '../../errors'
import { limits } from '../../limits'
import type { TablePointer } from '../../lines/storage'
import { asRead, onlyAsRead } from '../../resources'
import { addToJournal } from '../journal/journal'
import { announceJournal } from '../journal/listeners'
import { datasetKind } from '../metadata/kind'
import { type Dataset, forgetDataset, readDataset } from '../metadata/load'
import { isSettled } from '../metadata/status'
import { discardOfLines } from '../runs/pending-deletions'
import { newRun } from '../runs/runs'
import { sendRun } from '../runs/send-run'

/**
 * Replaces the table of a dataset with a filled one.
 *
 * @throws `dataset-changed` when the description has changed since the lines were written
 */
export async function startReplacement(ctx: Context, before: Dataset, pointer: TablePointer): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const dataset = await readDataset(ctx, before.id)
    const { published, version } = dataset
    const isSame =
      published.revision === before.published.revision && published.lines?.run === before.published.lines?.run
    if (!isSame) throw problem('dataset-changed', { id: before.id })
    if (!isSettled(published.status)) throw problem('status-incompatible', { status: published.status })
    const run = newRun(ctx, {
      id: pointer.run,
      datasetId: before.id,
      target: 'published',
      shard: pointer.shard,
      stage: 'index',
      state: { replacement: pointer },
    })
    const { errorStatus: _, errorRetry: __, ...sound } = published
    const next = { ...sound, status: 'analyzed' as const }
    const writes = ctx.db.batch([
      onlyAsRead(ctx, datasetKind, dataset),
      ctx.db
        .update(tables.datasets)
        .set({ published: JSON.stringify(next), status: next.status, version: version + 1 })
        .where(eq(tables.datasets.id, before.id)),
      ...run.statements,
      ctx.db.delete(tables.discards).where(discardOfLines(pointer)),
      addToJournal(ctx, before.id, { type: 'data-updated' }),
      audit(ctx, 'replaceLines', `datasets/${before.id}`),
    ])
    try {
      await asRead(datasetKind, before.id, writes)
    } catch (error) {
      // A concurrent refresh changed the row, not the description.
      if (error instanceof Problem && error.code === 'dataset-changed' && attempt < limits.datasets.maxRemoveAttempts)
        continue
      throw error
    }
    forgetDataset(before.id)
    await announceJournal(ctx, before.id)
    await sendRun(ctx, run.id)
    return
  }
}
