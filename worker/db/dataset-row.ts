/** The row of a dataset, which most requests need: read by a constant statement, and in full only when it has changed. */
import { getTableColumns } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { type MetadataDatabase, tables } from './client'

/** A stored row, without generated columns. */
export type DatasetRow = Omit<
  typeof tables.datasets.$inferSelect,
  'storeBytes' | 'indexedBytes' | 'readKey' | 'approvals' | 'metadataBytes'
> & {
  readKey?: string | null
  approvals?: string | null
  metadataBytes?: number
}

/** `row` is absent when the cached one is current; columns that change without a new version are always read. */
export type ReadRow = {
  stamp: string
  row: DatasetRow | undefined
  changing: { listened: boolean; metadataBytes: number }
}

const {
  storeBytes: _,
  indexedBytes: __,
  listened: ___,
  metadataBytes: ____,
  ...stored
} = getTableColumns(tables.datasets)
// An id may be reused for another dataset: the version alone does not identify the row.
const stampSql = "version||' '||created_at"
// Separate columns: a single value would be limited to 2 MB for all of them.
const members = Object.keys(stored).map((key) => `CASE WHEN ${stampSql}<>?2 THEN ${toSnakeCase(key)} END AS "${key}"`)
// Constant SQL: building it with drizzle costs more than running it.
const rowSql = `SELECT ${stampSql} AS stamp,listened,metadata_bytes AS bytes,${members} FROM datasets WHERE id=?1`

/** Reads the row of a dataset, unless the cached row with this stamp is current. */
export async function readDatasetRow(
  { $client }: MetadataDatabase,
  id: string,
  known = '',
): Promise<ReadRow | undefined> {
  const read = await $client
    .prepare(rowSql)
    .bind(id, known)
    .first<{ stamp: string; listened: number; bytes: number; id: string | null } & Record<string, unknown>>()
  if (!read) return undefined
  const { stamp, listened, bytes, ...columns } = read
  const changing = { listened: listened === 1, metadataBytes: bytes }
  // The columns of the table, by their drizzle names.
  const row = columns.id === null ? undefined : ({ ...columns, ...changing } as unknown as DatasetRow)
  return { stamp, row, changing }
}
