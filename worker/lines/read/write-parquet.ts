import { databaseAt, type TableDatabases } from '../../db/lines-databases'
import { parquetFile } from '../../formats/parquet/file'
import { limits } from '../../limits'
import type { LineSource } from '../query/source'
import { tableName } from '../storage/table-names'
import { type ParquetColumn, parquetColumns } from './parquet-columns'

/**
 * The lines as a Parquet file, in the order of their numbers: row groups of bounded size, one in memory at a time.
 *
 * @throws errors of D1
 */
export function writeParquet(databases: TableDatabases, source: LineSource): AsyncGenerator<Uint8Array> {
  const columns = parquetColumns(source)
  const placed = columns.map((column, at) => ({ ...column, of: (row: readonly unknown[]) => row[at] }))
  return parquetFile('lines', placed, groupsOfAll(databases, source))
}

async function* groupsOfAll(databases: TableDatabases, source: LineSource): AsyncGenerator<unknown[][]> {
  for (const table of source.parts ?? [source]) {
    yield* groupsOf(databaseAt(databases, table.pointer.shard), table, parquetColumns(table))
  }
}

async function* groupsOf(
  db: D1Database,
  { pointer }: LineSource,
  columns: readonly ParquetColumn[],
): AsyncGenerator<unknown[][]> {
  const { groupRows, groupBytes } = limits.parquet
  const { exportPageRows } = limits.lines
  const most = Math.max(1, Math.min(groupRows, Math.floor(groupBytes / pointer.layout.maxLineBytes)))
  const statement = db.prepare(linesSql(columns, pointer.run))
  for (let after = 0; ; ) {
    const rows: unknown[][] = []
    while (rows.length < most) {
      const pageSize = Math.min(exportPageRows, most - rows.length)
      const { results } = await statement.bind(after, pageSize).all<Record<string, unknown>>()
      for (const row of results) rows.push(valuesOf(row, columns.length))
      after = Number(results.at(-1)?.i ?? after)
      // Yields to the reader of the stream: without a timer, workerd would deliver nothing before the end of the file.
      await scheduler.wait(0)
      if (results.length < pageSize) break
    }
    yield rows
    if (rows.length < most) return
  }
}

function linesSql(columns: readonly ParquetColumn[], run: string): string {
  const arrays: string[] = []
  for (let at = 0; at < columns.length; at += limits.sql.maxArrayColumns) {
    const values = columns.slice(at, at + limits.sql.maxArrayColumns).map(({ sql }) => sql)
    arrays.push(`json_array(${values.join(',')}) AS a${arrays.length}`)
  }
  return `SELECT ${['t._i AS i', ...arrays].join(',')} FROM ${tableName(run)} AS t WHERE t._i>?1 ORDER BY t._i LIMIT ?2`
}

function valuesOf(row: Readonly<Record<string, unknown>>, count: number): unknown[] {
  const values: unknown[] = []
  for (let at = 0; values.length < count; at++) {
    const array: unknown = JSON.parse(String(row[`a${at}`]))
    if (!Array.isArray(array) || array.length === 0) break
    values.push(...array)
  }
  return values
}
