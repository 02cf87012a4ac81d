/** The row of a dataset, which most requests need: read by a constant statement, and in full only when it has changed. */
import { getTableColumns } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { type MetadataDatabase, tables } from './client'

type Generated = 'storeBytes' | 'indexedBytes' | 'modified' | 'lineCount'

/** A stored row, without generated columns. */
export type DatasetRow = Omit<
  typeof tables.datasets.$inferSelect,
  Generated | 'readKey' | 'links' | 'approvals' | 'metadataBytes' | 'metadataFiles'
> & {
  readKey?: string | null
  links?: string | null
  approvals?: string | null
  metadataBytes?: number
  metadataFiles?: number
}

/** `row` is absent when the cached one is current; columns that change without a new version are always read. */
type ReadRow = {
  stamp: string
  row: DatasetRow | undefined
  changing: { listened: boolean; metadataBytes: number; metadataFiles: number }
  /** JSON: the collector that reads its remote file. */
  collector: string | null
}

const { listened: _, metadataBytes: __, metadataFiles: ___, ...columns } = getTableColumns(tables.datasets)
const stored = Object.entries(columns).flatMap(([key, { generated }]) => (generated ? [] : [key]))
// An id may be reused for another dataset: the version alone does not identify the row.
const stampSql = "version||' '||created_at"
// Separate columns: a single value would be limited to 2 MB for all of them.
const members = stored.map((key) => `CASE WHEN ${stampSql}<>?2 THEN ${toSnakeCase(key)} END AS "${key}"`)
/** The collector of a remote file, and the date of its scheduled run. */
const collectorSql = `(SELECT json_object('config',json(c.config),'state',json(c.state),'active',c.active,
  'rules',json_array_length(c.scheduling),
  'next',(SELECT r.scheduled_at FROM collector_runs r WHERE r.collector_id=c.id AND r.status='scheduled'))
  FROM collectors c WHERE c.dataset_id=datasets.id)`
// Constant SQL: building it with drizzle costs more than running it.
const rowSql = `SELECT ${stampSql} AS stamp,listened,metadata_bytes AS bytes,metadata_files AS files,${collectorSql} AS collector,${members} FROM datasets WHERE id=?1`

type StoredColumns = {
  stamp: string
  listened: number
  bytes: number
  files: number
  collector: string | null
  id: string | null
}

/** Reads the row of a dataset, unless the cached row with this stamp is current. */
export async function readDatasetRow(
  { $client }: MetadataDatabase,
  id: string,
  known = '',
): Promise<ReadRow | undefined> {
  const read = await $client.prepare(rowSql).bind(id, known).first<StoredColumns & Record<string, unknown>>()
  if (!read) return undefined
  const { stamp, listened, bytes, files, collector, ...columns } = read
  const changing = { listened: listened === 1, metadataBytes: bytes, metadataFiles: files }
  // The columns of the table, by their drizzle names.
  const row = columns.id === null ? undefined : ({ ...columns, ...changing } as unknown as DatasetRow)
  return { stamp, row, changing, collector }
}
