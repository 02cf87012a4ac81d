/** Lines that violate a uniqueness constraint, in a table with several segments. */
import { databaseAt, type TableDatabases } from '../../db/lines-databases'
import { limits } from '../../limits'
import { columnExpression } from '../storage/editable-columns'
import type { TablePointer } from '../storage/layout'
import { segmentTables } from '../storage/segments'
import { tableName, uniqueName } from '../storage/table-names'

export type Duplicates = {
  /** Number of lines that have the values of another line. */
  count: number
  /** The first of these lines, with their values, in the order of the file. */
  lines: { line: number; values: (string | number)[] }[]
}

/**
 * Finds the lines that have the values of another line, of the same segment or of another one: the values of each segment are
 * looked up, page by page, in indexes that are dropped at the end.
 */
export async function findDuplicatesAcross(
  databases: TableDatabases,
  pointer: TablePointer,
  { keys, limit }: { keys: readonly string[]; limit: number },
): Promise<Duplicates> {
  const columns = keys.map((key) => columnExpression(pointer.layout, key))
  const table = tableName(pointer.run)
  const index = uniqueName(pointer.run, 0)
  const segments = segmentTables(pointer).map(({ shard }) => databaseAt(databases, shard))
  await Promise.all(
    segments.map((db) => db.prepare(`CREATE INDEX IF NOT EXISTS ${index} ON ${table} (${columns.join(',')})`).run()),
  )
  const duplicates: Duplicates = { count: 0, lines: [] }
  for (const segment of segments) {
    for await (const page of pagesOf(segment, { table, columns })) {
      const rows = JSON.stringify(page)
      const matches = await Promise.all(
        segments.map((db) =>
          db
            .prepare(matchesSql({ table, columns, isOwn: db === segment }))
            .bind(rows)
            .all<{ at: number }>(),
        ),
      )
      const repeated = new Set(matches.flatMap(({ results }) => results.map(({ at }) => at)))
      duplicates.count += repeated.size
      for (const at of [...repeated].sort((one, other) => one - other)) {
        const [line = 0, ...values] = page[at] ?? []
        if (duplicates.lines.length < limit) duplicates.lines.push({ line: Number(line), values })
      }
    }
  }
  await Promise.all(segments.map((db) => db.prepare(`DROP INDEX IF EXISTS ${index}`).run()))
  return duplicates
}

/** A line number, then the values of the columns. */
type KeyRow = (string | number)[]

async function* pagesOf(
  db: D1Database,
  { table, columns }: { table: string; columns: readonly string[] },
): AsyncGenerator<KeyRow[]> {
  const filled = columns.map((column) => `${column} IS NOT NULL`).join(' AND ')
  const statement = db.prepare(
    `SELECT _i,${columns.join(',')} FROM ${table} WHERE _i>?1 AND ${filled} ORDER BY _i LIMIT ${limits.lines.comparedRows}`,
  )
  for (let after = 0; ; ) {
    const rows = await statement.bind(after).raw<KeyRow>()
    if (rows.length > 0) yield rows
    after = Number(rows.at(-1)?.[0] ?? after)
    if (rows.length < limits.lines.comparedRows) return
  }
}

/** SQL of the positions `at` of the input rows whose values a line of the table has too; with `isOwn`, a line of another number. */
function matchesSql({ table, columns, isOwn }: { table: string; columns: readonly string[]; isOwn: boolean }): string {
  const same = columns.map((column, at) => `${column}=(j.value->>${at + 1})`)
  const other = isOwn ? ' AND _i<>(j.value->>0)' : ''
  return `SELECT j.key AS at FROM json_each(?1) AS j WHERE EXISTS (SELECT 1 FROM ${table} WHERE ${same.join(' AND ')}${other})`
}
