import type { DatasetOperation } from '../accounts'
import type { Context } from '../context'
import { type Dataset, forgetDataset, loadDatasetForReading, versionOf } from '../datasets'
import { problem } from '../errors'
import { withCalculated } from '../schema/calculated'
import type { Column } from './query/columns'
import { planLines } from './query/plan'
import type { LinesRequest } from './query/request'
import { type LinesPage, readLines } from './read'
import type { LineSource } from './source'

/** What a request for lines is about, permission checked. */
export type OpenedLines = {
  dataset: Dataset
  source: LineSource
  database: D1Database
  finalizedAt: string | undefined
}

/** Opens the lines of a dataset for reading. @throws `dataset-not-found`, `permission-missing`, `status-incompatible` */
export async function openLines(
  ctx: Context,
  input: { id: string; draft: boolean },
  operation: DatasetOperation = 'readLines',
): Promise<OpenedLines> {
  const dataset = await loadDatasetForReading(ctx, input.id, operation)
  const version = versionOf(dataset, input.draft)
  const database = version.lines && ctx.lines[version.lines.shard]
  if (!version.lines || !database) throw problem('status-incompatible', { status: version.status })
  return {
    dataset,
    source: {
      pointer: version.lines,
      fields: withCalculated(version.servedSchema ?? version.schema, 'file', ctx.language),
      defaultOrder: 'file',
    },
    database,
    finalizedAt: version.finalizedAt,
  }
}

/** One page of lines, and the columns they show. @throws `after-malformed` and faults of D1 */
export async function readPage(
  ctx: Context,
  opened: OpenedLines,
  request: LinesRequest,
): Promise<LinesPage & { projection: readonly Column[] }> {
  const started = performance.now()
  const plan = planLines(request, opened.source)
  ctx.timings.set('plan', performance.now() - started)
  try {
    const page = await readLines(opened.database, plan)
    return { ...page, projection: plan.projection }
  } catch (error) {
    // The description was remembered by this isolate while another published a new version.
    if (error instanceof Error && error.message.includes('no such table')) forgetDataset(opened.dataset.id)
    throw error
  } finally {
    ctx.timings.set('read', performance.now() - started)
  }
}
