import type { Context } from '../../../context'
import { bookmarkOf, openSession, readerOf, type TableDatabases } from '../../../db/lines-databases'
import { type Language, problem } from '../../../errors'
import type { LineSource } from '../../../lines'
import { asSegments } from '../../../lines/query/union-source'
import { type LinesState, readState, segmentTables, type TablePointer } from '../../../lines/storage'
import { lineOptions, type Nature, withCalculated, withCalculatedErrors } from '../../../schema/calculated'
import type { Field } from '../../../schema/field'
import type { Dataset } from '../../metadata/dataset'
import type { Version } from '../../metadata/document'
import { forgetDataset, noLinesProblem } from '../../metadata/load'

export type ReadableTable = {
  source: LineSource
  /** Where databases are replicated, D1 sessions that begin at the bookmarks of the table. */
  database: TableDatabases
  /** The databases of the table, and the bookmarks to read them at. */
  bookmarks: readonly Bookmark[]
  finalizedAt: string | undefined
  /** No two versions have a date in the same second: those of files. */
  hasDistinctSecond?: boolean
  /** When editable lines were last written. */
  writtenAt?: string | undefined
  /** The random token of the last write, for editable lines. */
  writeToken?: string | undefined
}

/** Opens the table of a version, without a check of permissions. @throws `no-data`, `status-incompatible` when there is none yet */
export async function openReadableTable(ctx: Context, dataset: Dataset, version: Version): Promise<ReadableTable> {
  const pointer = version.lines
  const first = pointer && ctx.lines[pointer.shard]
  if (!pointer || !first) throw noLinesProblem({ ...dataset, published: version })
  if (pointer.layout.editable) return openEditable(ctx, dataset, { pointer, database: first })
  const fields = fieldsOf(dataset, version, { nature: 'file', language: ctx.language })
  const source = asSegments({ pointer, fields, defaultOrder: 'file' })
  const bookmarks = segmentTables(pointer).map(({ shard, bookmark }) => ({ shard, bookmark }))
  const database = openDatabases(ctx, bookmarks, source.pointer.shard)
  if (!database) throw noLinesProblem({ ...dataset, published: version })
  return { source, database, bookmarks, finalizedAt: version.finalizedAt, hasDistinctSecond: true }
}

/** A database of lines, and the bookmark of one of its tables; undefined to read it from the primary. */
type Bookmark = { shard: number; bookmark: string | undefined }

/**
 * The databases of tables that are read together, each at the newest bookmark of its tables.
 *
 * @param home the shard of the one that merges the rows of all
 * @returns undefined when one is not bound
 */
export function openDatabases(ctx: Context, bookmarks: readonly Bookmark[], home: number): TableDatabases | undefined {
  const shards = new Map<number, D1Database>()
  for (const [shard, ofShard] of Map.groupBy(bookmarks, (one) => one.shard)) {
    const database = ctx.lines[shard]
    if (!database) return undefined
    shards.set(
      shard,
      readerOf(
        database,
        ofShard.map(({ bookmark }) => bookmark),
      ),
    )
  }
  const reader = shards.get(home)
  return reader && (shards.size === 1 ? reader : { home: reader, shards })
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
    source: { pointer: { ...pointer, ...sizesOf(state, published) }, fields, defaultOrder: 'recent' },
    database: session,
    bookmarks: [{ shard: pointer.shard, bookmark: bookmarkOf(session) }],
    finalizedAt: dates.sort().at(-1),
    writtenAt: state.updatedAt ?? undefined,
    writeToken: state.token ?? undefined,
  }
}

/**
 * The number of lines, the bytes of their values, estimated from the last refresh, and the bytes of the longest one, unless lines were
 * written since.
 */
function sizesOf({ count, pending }: LinesState, { lines, storage }: Version) {
  const refreshed = lines?.count ?? 0
  const valueBytes = storage && refreshed > 0 ? Math.round((storage.indexed / refreshed) * count) : undefined
  return { count, valueBytes, longestBytes: pending === 0 ? lines?.longestBytes : undefined }
}

/** The fields of a version, calculated ones included, computed once for each cached description. */
function fieldsOf(
  { metadata }: Dataset,
  version: Version,
  { nature, language }: { nature: Nature; language: Language },
): Field[] {
  const cached = fieldsCache.get(version)?.[language]
  if (cached) return cached
  const fields = withCalculated(version.servedSchema ?? version.schema, nature, language, lineOptions(metadata))
  const computed = withCalculatedErrors(fields)
  fieldsCache.set(version, { ...fieldsCache.get(version), [language]: computed })
  return computed
}

const fieldsCache = new WeakMap<Version, Partial<Record<Language, Field[]>>>()
