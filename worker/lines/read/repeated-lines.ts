/** Lines that repeat others: those whose values of all fields are the same. */
import { databaseAt, type TableDatabases } from '../../db/lines-databases'
import { checkCost } from '../query/cost/check'
import type { LineSource } from '../query/source'
import { tableName } from '../storage/table-names'
import { queryProblem } from './d1-errors'

/** `lines` that repeat an earlier one, `groups` of equal lines. */
export type RepeatedLines = { lines: number; groups: number; rowsRead: number }

/** Reads of each value while the lines are sorted: see `query/cost/estimate`. */
const readsPerValue = 5

/**
 * Counts the lines of one table that repeat an earlier one, in one statement that sorts the table by all its columns.
 *
 * @returns undefined for a union, and for a source of which the caller sees a part
 * @throws `query-too-costly`, `query-too-long`
 */
export async function countRepeated(db: TableDatabases, source: LineSource): Promise<RepeatedLines | undefined> {
  const { pointer, parts, where = [] } = source
  if (parts || where.length > 0) return undefined
  // Fields beyond the maximum number of columns are stored together in the column `_more`.
  const columns = [...new Set(pointer.layout.places.map(({ column }) => column ?? '_more'))]
  if (columns.length === 0) return undefined
  checkCost(pointer.count * columns.length * readsPerValue, source)
  const groups = `SELECT count(*) AS n FROM ${tableName(pointer.run)} GROUP BY ${columns.join(',')} HAVING count(*)>1`
  try {
    const { results, meta } = await databaseAt(db, pointer.shard)
      .prepare(`SELECT count(*) AS groups,total(n-1) AS lines FROM (${groups})`)
      .all<{ groups: number; lines: number }>()
    const [counted] = results
    return { lines: counted?.lines ?? 0, groups: counted?.groups ?? 0, rowsRead: meta.rows_read ?? 0 }
  } catch (error) {
    throw queryProblem(error, source)
  }
}
