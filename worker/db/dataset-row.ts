/** The row of a dataset, which most requests need: read by a statement that is written once, and whole only when it has changed. */
import { getTableColumns } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { type Metadata, tables } from './client'

/** A stored row, without what the database computes of it. */
export type DatasetRow = Omit<
  typeof tables.datasets.$inferSelect,
  'storeBytes' | 'indexedBytes' | 'readKey' | 'metadataBytes'
> & {
  readKey?: string | null
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
const members = Object.keys(stored).map((key) => `'${key}',${toSnakeCase(key)}`)
// An id may be given again to another dataset: the version alone does not tell them apart.
const stampSql = "version||' '||created_at"
// Written out: to have it built anew costs more than to run it.
const rowSql =
  `SELECT ${stampSql} AS stamp,listened,metadata_bytes AS bytes,` +
  `CASE WHEN ${stampSql}=?2 THEN NULL ELSE json_object(${members}) END AS whole FROM datasets WHERE id=?1`

/** Reads the row of a dataset; what of it is known already, under this stamp, stays where it is. */
export async function readDatasetRow({ $client }: Metadata, id: string, known = ''): Promise<ReadRow | undefined> {
  const read = await $client
    .prepare(rowSql)
    .bind(id, known)
    .first<{ stamp: string; listened: number; bytes: number; whole: string | null }>()
  if (!read) return undefined
  const changing = { listened: read.listened === 1, metadataBytes: read.bytes }
  // The columns of the table, by their names here.
  const row = read.whole === null ? undefined : ({ ...JSON.parse(read.whole), ...changing } as DatasetRow)
  return { stamp: read.stamp, row, changing }
}
