/** Lines that violate a uniqueness constraint. */

import { databaseAt, type TableDatabases } from '../../db/lines-databases'
import { columnExpression } from '../storage/editable-columns'
import type { TablePointer } from '../storage/layout'
import { tableName } from '../storage/table-names'
import { type Duplicates, findDuplicatesAcross } from './duplicates-across'

/** Finds the lines of a file that have the same values of some fields. Lines without one of these values are not duplicates. */
export async function findDuplicates(
  databases: TableDatabases,
  pointer: TablePointer,
  { keys, limit }: { keys: readonly string[]; limit: number },
): Promise<Duplicates> {
  if (pointer.segments) return findDuplicatesAcross(databases, pointer, { keys, limit })
  const db = databaseAt(databases, pointer.shard)
  const columns = keys.map((key) => columnExpression(pointer.layout, key))
  const table = tableName(pointer.run)
  const filled = columns.map((column) => `${column} IS NOT NULL`).join(' AND ')
  const groups = `FROM ${table} WHERE ${filled} GROUP BY ${columns.join(',')} HAVING count(*)>1`
  const counts = await db.prepare(`SELECT sum(n) AS count FROM (SELECT count(*) AS n ${groups})`).first<number>('count')
  if (!counts) return { count: 0, lines: [] }
  const displayed = columns.map((column, at) => `${column} AS v${at}`)
  const { results } = await db
    .prepare(
      `SELECT _i,${displayed.join(',')} FROM ${table} ` +
        `WHERE (${columns.join(',')}) IN (SELECT ${columns.join(',')} ${groups}) ORDER BY _i LIMIT ?1`,
    )
    .bind(limit)
    .all<Record<string, string | number>>()
  const lines = results.map((row) => ({ line: Number(row._i), values: columns.map((_, at) => row[`v${at}`] ?? '') }))
  return { count: counts, lines }
}
