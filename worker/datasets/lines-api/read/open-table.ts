import type { Context } from '../../../context'
import { bookmarkOf, openSession, readerOf } from '../../../db/lines-databases'
import { type Language, problem } from '../../../errors'
import type { LineSource } from '../../../lines'
import { readState } from '../../../lines/storage/editable-table'
import type { TablePointer } from '../../../lines/storage/layout'
import { lineOptions, type Nature, withCalculated } from '../../../schema/calculated'
import type { Field } from '../../../schema/field'
import type { Version } from '../../metadata/document'
import { type Dataset, forgetDataset, noLinesProblem } from '../../metadata/load'

export type ReadableTable = {
  source: LineSource
  /** With replicas a session, at the bookmark of the table. */
  database: D1Database
  bookmark: string | undefined
  finalizedAt: string | undefined
  /** The random token of the last write, for editable lines. */
  writeToken?: string | undefined
}

/** Opens the table of a version, without a check of permissions. @throws `no-data`, `status-incompatible` when there is none yet */
export async function openTable(ctx: Context, dataset: Dataset, version: Version): Promise<ReadableTable> {
  const pointer = version.lines
  const database = pointer && ctx.lines[pointer.shard]
  if (!pointer || !database) throw noLinesProblem({ ...dataset, published: version })
  if (pointer.layout.editable) return openEditable(ctx, dataset, { pointer, database })
  const fields = fieldsOf(dataset, version, { nature: 'file', language: ctx.language })
  return {
    source: { pointer, fields, defaultOrder: 'file' },
    database: readerOf(database, [pointer.bookmark]),
    bookmark: pointer.bookmark,
    finalizedAt: version.finalizedAt,
  }
}

/**
 * The number and the date of editable lines are read from their table, not from the cached description: from the primary, which
 * has the last write. The lines are then read at the bookmark of this state, so that a writer reads its own write.
 */
async function openEditable(
  ctx: Context,
  dataset: Dataset,
  { pointer, database }: { pointer: TablePointer; database: D1Database },
): Promise<ReadableTable> {
  const { published } = dataset
  const session = ctx.config.LINES_REPLICATION ? openSession(database) : database
  const state = await readState(session, pointer.run)
  if (!state) {
    forgetDataset(dataset.id)
    throw problem('status-incompatible', { status: published.status })
  }
  const fields = fieldsOf(dataset, published, { nature: 'rest', language: ctx.language })
  const dates = [state.updatedAt, published.finalizedAt].flatMap((date) => date ?? [])
  return {
    source: { pointer: { ...pointer, count: state.count }, fields, defaultOrder: 'recent' },
    database: session,
    bookmark: bookmarkOf(session),
    finalizedAt: dates.sort().at(-1),
    writeToken: state.token ?? undefined,
  }
}

/** The fields of a version, calculated ones included, computed once for each cached description. */
function fieldsOf(
  { metadata }: Dataset,
  version: Version,
  { nature, language }: { nature: Nature; language: Language },
): Field[] {
  const cached = fieldsCache.get(version)?.[language]
  if (cached) return cached
  const computed = withCalculated(version.servedSchema ?? version.schema, nature, language, lineOptions(metadata))
  fieldsCache.set(version, { ...fieldsCache.get(version), [language]: computed })
  return computed
}

const fieldsCache = new WeakMap<Version, Partial<Record<Language, Field[]>>>()
