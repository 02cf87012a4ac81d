import type { Statement } from '../query/sql/page'

/** Runs statements in one round trip. */
export async function runAll(db: D1Database, statements: readonly Statement[]) {
  const prepared = statements.map(({ text, values }) => db.prepare(text).bind(...values))
  const [only] = prepared
  if (!only) return []
  // A single statement needs no transaction.
  return prepared.length === 1
    ? [await only.all<Record<string, unknown>>()]
    : db.batch<Record<string, unknown>>(prepared)
}

/** Number of rows that D1 read. */
export const rowsReadOf = (results: ReadonlyArray<D1Result>): number =>
  results.reduce((sum, { meta }) => sum + (meta.rows_read ?? 0), 0)
