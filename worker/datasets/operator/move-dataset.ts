import { superAdmin } from '../../accounts'
import type { Context } from '../../context'
import { problem } from '../../errors'
import { shardsOfTable } from '../../lines/storage'
import { refuseLocked } from '../editable/bulk-lock'
import type { Dataset } from '../metadata/dataset'
import { readDataset } from '../metadata/load'
import { statusBefore } from '../metadata/status'
import { newRun } from '../runs/runs'
import { startRun } from './start-run'

/**
 * Starts a run that moves the lines of a dataset to another database. When the target is full, the other
 * lines of a file go to further databases.
 * Lines are read where they are until the run ends; writes of editable lines wait.
 *
 * @param shard number of the binding (`LINES_1`)
 * @throws `session-required`, `super-admin-only`, `dataset-not-found`, `status-incompatible`, `body-invalid` without lines or
 *   without such a database
 */
export async function moveDataset(ctx: Context, id: string, shard: number): Promise<Dataset> {
  superAdmin(ctx)
  const dataset = await readDataset(ctx, id)
  const { nature, published } = dataset
  if (!ctx.lines[shard])
    throw problem('body-invalid', {
      reason: { en: `there is no database LINES_${shard}`, fr: `il n'y a pas de base LINES_${shard}` },
    })
  const { lines } = published
  if (!lines)
    throw problem('body-invalid', {
      reason: {
        en: `the dataset "${id}" has no rows in a database`,
        fr: `le jeu de données "${id}" n'a pas de lignes dans une base`,
      },
    })
  if (published.status !== 'finalized') throw problem('status-incompatible', { status: published.status })
  if (nature === 'rest') await refuseLocked(ctx, id)
  const shards = shardsOfTable(lines)
  if (shards.length === 1 && shards[0] === shard) return dataset
  const run = newRun(ctx, { datasetId: id, target: 'published', shard, stage: 'index', state: { moves: true } })
  // Editable datasets skip the stage `validate`: `index` follows the stage before it.
  const status = nature === 'rest' ? statusBefore('validate') : statusBefore('index')
  return startRun(ctx, dataset, { next: { ...published, status }, run, operation: 'moveDataset' })
}
