import { superAdmin } from '../../accounts'
import type { Context } from '../../context'
import { problem } from '../../errors'
import { refuseLocked } from '../editable/bulk-lock'
import type { Dataset } from '../metadata/dataset'
import type { Version } from '../metadata/document'
import { readDataset } from '../metadata/load'
import { isSettled, type Stage, statusBefore } from '../metadata/status'
import type { InitialRunState } from '../runs/run-state'
import { newRun } from '../runs/runs'
import { startRun } from './start-run'

/**
 * Processes a dataset again. `reindex` reads the file, or copies the editable lines, to a new table; `refinalize` only
 * computes counts, bounding box and distinct values, in the same table. Readers have the published lines until the run ends.
 *
 * @throws `session-required`, `super-admin-only`, `dataset-not-found`, `status-incompatible`, `body-invalid` without data
 */
export async function reprocessDataset(ctx: Context, id: string, what: 'reindex' | 'refinalize'): Promise<Dataset> {
  superAdmin(ctx)
  const dataset = await readDataset(ctx, id)
  const { nature, published } = dataset
  if (nature === 'metaOnly')
    throw problem('body-invalid', {
      reason: { en: `the dataset "${id}" has no data`, fr: `le jeu de données "${id}" n'a pas de données` },
    })
  if (!isSettled(published.status)) throw problem('status-incompatible', { status: published.status })
  if (nature === 'rest') await refuseLocked(ctx, id)
  // Without lines there is nothing to describe: the version that failed is processed from its beginning.
  const isBuilt = nature === 'virtual' || published.lines !== undefined
  const { stage, status, state = {} } = what === 'refinalize' && isBuilt ? finalizing : reindexing(dataset)
  const { errorStatus: _, errorRetry: __, ...sound } = published
  const next: Version = {
    ...sound,
    status,
    ...(published.lines && stage !== 'finalize' ? { servedSchema: published.servedSchema ?? published.schema } : {}),
  }
  const run = newRun(ctx, { datasetId: id, target: 'published', stage, state })
  const stored = await startRun(ctx, dataset, { next, run, operation: `${what}Dataset` })
  // The queue may have changed the status since: the response has the first one.
  return { ...stored, published: { ...stored.published, status } }
}

type Start = { stage: Stage; status: Version['status']; state?: InitialRunState }

const finalizing: Start = { stage: 'finalize', status: statusBefore('finalize') }

function reindexing({ nature, published: { file } }: Dataset): Start {
  if (nature === 'virtual') return finalizing
  // Editable datasets skip the stage `validate`: `index` follows the stage before it.
  if (nature === 'rest') return { stage: 'index', status: statusBefore('validate') }
  if (!file) return { stage: 'store', status: statusBefore('store') }
  const { object, size } = file
  return { stage: 'analyze', status: statusBefore('analyze'), state: { keepSchema: true, object, size } }
}
