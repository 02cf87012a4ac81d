import { homeOf, type TableDatabases } from '../../db/lines-databases'
import type { Statement } from '../query/sql-text'
import { readExchanges } from './read-exchanges'

/**
 * Runs statements in one round trip, after one to each other database whose rows they read.
 *
 * @throws `databases-exchange-too-large`
 */
export async function runAll(databases: TableDatabases, statements: readonly Statement[]) {
  const db = homeOf(databases)
  const isExchanged = statements.some(({ exchanges }) => exchanges)
  const completed = isExchanged ? await readExchanges(databases, statements) : { statements, rowsRead: 0 }
  const prepared = completed.statements.map(({ text, values }) => db.prepare(text).bind(...values))
  const [only] = prepared
  if (!only) return []
  // A single statement needs no transaction.
  const results =
    prepared.length === 1
      ? [await only.all<Record<string, unknown>>()]
      : await db.batch<Record<string, unknown>>(prepared)
  const [first] = results
  if (first) first.meta.rows_read += completed.rowsRead
  return results
}

/** Number of rows that D1 read. */
export const rowsReadOf = (results: ReadonlyArray<D1Result>): number =>
  results.reduce((sum, { meta }) => sum + (meta.rows_read ?? 0), 0)
