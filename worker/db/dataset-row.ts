/** The row of a dataset, which most requests need: read by a statement that is written once, and whole only when it has changed. */
import { getTableColumns } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { type Metadata, tables } from './client'

/** A stored row, without what the database computes of it. */
export type DatasetRow = Omit<
  typeof tables.datasets.$inferSelect,
  'storeBytes' | 'indexedBytes' | 'readKey' | 'approvals' | 'metadataBytes'
> & {
  readKey?: string | null
  approvals?: string | null
  metadataBytes?: number
}

/** `row` only where it is not the one that is known; what changes without a version of the row is read each time. */
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
// An id may be given again to another dataset: the version alone does not tell them apart.
const stampSql = "version||' '||created_at"
// Columns of their own: one value that held them all would be bounded in size where they are not.
const members = Object.keys(stored).map((key) => `CASE WHEN ${stampSql}<>?2 THEN ${toSnakeCase(key)} END AS "${key}"`)
// Written out: to have it built anew costs more than to run it.
const rowSql = `SELECT ${stampSql} AS stamp,listened,metadata_bytes AS bytes,${members} FROM datasets WHERE id=?1`

/** Reads the row of a dataset; what of it is known already, under this stamp, stays where it is. */
export async function readDatasetRow({ $client }: Metadata, id: string, known = ''): Promise<ReadRow | undefined> {
  const read = await $client
    .prepare(rowSql)
    .bind(id, known)
    .first<{ stamp: string; listened: number; bytes: number; id: string | null } & Record<string, unknown>>()
  if (!read) return undefined
  const { stamp, listened, bytes, ...columns } = read
  const changing = { listened: listened === 1, metadataBytes: bytes }
  // The columns of the table, by their names here.
  const row = columns.id === null ? undefined : ({ ...columns, ...changing } as unknown as DatasetRow)
  return { stamp, row, changing }
}
