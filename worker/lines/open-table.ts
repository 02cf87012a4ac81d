import type { Context } from '../context'
import { type Dataset, forgetDataset, type Version, withoutLines } from '../datasets'
import { problem } from '../errors'
import { lineOptions, withCalculated } from '../schema/calculated'
import type { TablePointer } from './layout'
import type { LineSource } from './source'
import { readState } from './write/table'

export type OpenedTable = { source: LineSource; database: D1Database; finalizedAt: string | undefined }

/** Opens the table of a version, permissions apart. @throws `no-data`, `status-incompatible` when there is none yet */
export async function openTable(ctx: Context, dataset: Dataset, version: Version): Promise<OpenedTable> {
  const pointer = version.lines
  const database = pointer && ctx.lines[pointer.shard]
  if (!pointer || !database) throw withoutLines({ ...dataset, published: version })
  if (pointer.layout.editable) return openEditable(ctx, dataset, { pointer, database })
  const fields = withCalculated(
    version.servedSchema ?? version.schema,
    'file',
    ctx.language,
    lineOptions(dataset.metadata),
  )
  return { source: { pointer, fields, defaultOrder: 'file' }, database, finalizedAt: version.finalizedAt }
}

/** Editable lines are as they are now: their number and their date are read with them, not remembered. */
async function openEditable(
  ctx: Context,
  dataset: Dataset,
  { pointer, database }: { pointer: TablePointer; database: D1Database },
): Promise<OpenedTable> {
  const { published, metadata } = dataset
  const state = await readState(database, pointer.run)
  if (!state) {
    forgetDataset(dataset.id)
    throw problem('status-incompatible', { status: published.status })
  }
  const fields = withCalculated(published.servedSchema ?? published.schema, 'rest', ctx.language, lineOptions(metadata))
  const dates = [state.updatedAt, published.finalizedAt].flatMap((date) => date ?? [])
  return {
    source: { pointer: { ...pointer, count: state.count }, fields, defaultOrder: 'recent' },
    database,
    finalizedAt: dates.sort().at(-1),
  }
}
