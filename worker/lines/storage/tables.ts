import { limits } from '../../limits'
import type { Layout, TablePointer } from './layout'
import { boxName, historyName, progressName, searchName, stateName, tableName } from './table-names'

/** Tables of lines: creation, insertion, full-text index, removal. All functions are idempotent. */

/**
 * The values of an inserted row, in order: `_i`, `_lat` and `_lon` when the table is located, then the box and the
 * cleaned GeoJSON (null: the stored text itself) of its geometry when it is shaped, one value per physical column (`c0`, its instant in ms where it has one, `c1` …), and the array of `_more` when some field has no column.
 * Values are JSON: numbers, booleans (or 0 and 1), texts, null; multi-valued fields are arrays.
 */
export function insertColumns(layout: Layout): string[] {
  const columns = ['_i']
  if (layout.located) columns.push('_lat', '_lon')
  if (layout.shaped !== undefined) columns.push(...boxColumns, '_shape')
  for (const { column, instant } of layout.places) {
    if (column !== undefined) columns.push(column)
    if (instant !== undefined) columns.push(instant)
  }
  if (hasMore(layout)) columns.push('_more')
  return columns
}

/**
 * Creates the table of a run, and its empty full-text index when some field is searchable. `createBoxIndex` follows the insertion.
 *
 * @param from number of its first line
 * @returns the size of the database in bytes
 */
export async function createTable(
  db: D1Database,
  { run, layout }: Pick<TablePointer, 'run' | 'layout'>,
  from = 1,
): Promise<number> {
  const columns = ['_i INTEGER PRIMARY KEY', '_rand INTEGER NOT NULL', ...fieldColumns(layout)]
  const statements = [
    `CREATE TABLE IF NOT EXISTS ${tableName(run)} (${columns.join(',')})`,
    ...searchStatements({ run, layout }),
  ]
  if (layout.searchable.length > 0) {
    statements.push(
      `CREATE TABLE IF NOT EXISTS ${progressName(run)} (one INTEGER PRIMARY KEY CHECK (one=1),line INTEGER NOT NULL)`,
      `INSERT OR IGNORE INTO ${progressName(run)} VALUES (1,${from - 1})`,
    )
  }
  const results = await db.batch(statements.map((text) => db.prepare(text)))
  return results.at(-1)?.meta.size_after ?? 0
}

/** Definitions of the columns of fields and positions. */
export function fieldColumns(layout: Layout): string[] {
  const columns = layout.located ? ['_lat REAL', '_lon REAL'] : []
  if (layout.shaped !== undefined) columns.push(...boxColumns.map((column) => `${column} REAL`), '_shape TEXT')
  for (const { column, instant, affinity } of layout.places) {
    if (column !== undefined) columns.push(`${column} ${affinity}`)
    if (instant !== undefined) columns.push(`${instant} INTEGER`)
  }
  if (hasMore(layout)) columns.push('_more TEXT')
  return columns
}

/** The statement that indexes the bounding boxes of geometries: a scan would read all geometries, which are long. */
export function boxStatements({ run, layout }: Pick<TablePointer, 'run' | 'layout'>): string[] {
  if (layout.shaped === undefined) return []
  return [`CREATE INDEX IF NOT EXISTS ${boxName(run)} ON ${tableName(run)} (${boxColumns.join(',')})`]
}

/**
 * Creates the index of bounding boxes, if the table has geometries and no such index. Each insertion into an index that is there changes
 * pages all over it: 200,000 points took 4.4 s instead of 2.6, the creation of the index included.
 */
export async function createBoxIndex(db: D1Database, table: Pick<TablePointer, 'run' | 'layout'>): Promise<void> {
  for (const text of boxStatements(table)) await db.prepare(text).run()
}

/** The statements that create the full-text index of a table: none when no field is searchable. */
export function searchStatements({ run, layout }: Pick<TablePointer, 'run' | 'layout'>): string[] {
  if (layout.searchable.length === 0) return []
  return [
    `CREATE VIRTUAL TABLE IF NOT EXISTS ${searchName(run)} USING fts5(${layout.searchable.join(',')},` +
      `content='${tableName(run)}',content_rowid='_i',tokenize='unicode61 remove_diacritics 2')`,
    ...Object.entries(searchSettings).map(
      ([name, value]) => `INSERT INTO ${searchName(run)} (${searchName(run)},rank) VALUES ('${name}',${value})`,
    ),
  ]
}

/**
 * Inserts lines; lines whose number exists are unchanged.
 *
 * @param rowsJson JSON array of arrays in the order of `insertColumns`, at most `limits.lines.maxValueBytes` long
 * @returns the size of the database in bytes
 */
export async function insertLines(
  db: D1Database,
  { run, layout }: Pick<TablePointer, 'run' | 'layout'>,
  rowsJson: string,
): Promise<number> {
  const columns = insertColumns(layout)
  const values = columns.map((_, at) => `value->>${at}`)
  const { meta } = await db
    .prepare(
      `INSERT OR IGNORE INTO ${tableName(run)} (${columns.join(',')},_rand) ` +
        `SELECT ${values.join(',')},abs(random())%1000000 FROM jsonb_each(?1)`,
    )
    .bind(rowsJson)
    .run()
  return meta.size_after
}

/** Reads the lines after a number in their order, as `insertLines` inserts them. */
export function readRows(
  db: D1Database,
  { run, layout }: Pick<TablePointer, 'run' | 'layout'>,
  { after, size }: { after: number; size: number },
): Promise<unknown[][]> {
  return db
    .prepare(`SELECT ${insertColumns(layout).join(',')} FROM ${tableName(run)} WHERE _i>?1 ORDER BY _i LIMIT ?2`)
    .bind(after, size)
    .raw()
}

/** Deletes the lines outside of a range. */
export async function trimTable(
  db: D1Database,
  run: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const table = tableName(run)
  await db.batch([
    db.prepare(`DELETE FROM ${table} WHERE _i<?1`).bind(from),
    db.prepare(`DELETE FROM ${table} WHERE _i>?1`).bind(Math.min(to, Number.MAX_SAFE_INTEGER)),
  ])
}

/**
 * Adds the lines after `from` up to `to` to the search index. Slices are consecutive: one that does not start where
 * the index ends has no effect, so that a slice that is delivered twice, or to two consumers at once, is indexed once.
 *
 * @returns the number of the last line in the index
 */
export async function indexForSearch(
  db: D1Database,
  { run, layout }: TablePointer,
  from: number,
  to: number,
): Promise<number> {
  if (layout.searchable.length === 0 || to <= from) return to
  const [search, progress, columns] = [searchName(run), progressName(run), layout.searchable.join(',')]
  const results = await db.batch<{ line: number }>([
    db
      .prepare(
        `INSERT INTO ${search} (rowid,${columns}) SELECT _i,${columns} FROM ${tableName(run)} ` +
          `WHERE _i>?1 AND _i<=?2 AND (SELECT line FROM ${progress})=?1`,
      )
      .bind(from, to),
    db.prepare(`UPDATE ${progress} SET line=?2 WHERE line=?1`).bind(from, to),
    db.prepare(`SELECT line FROM ${progress}`),
  ])
  return results[2]?.results[0]?.line ?? 0
}

/** Drops all tables of a run, or the revisions of that name. */
export async function dropTable(db: D1Database, run: string): Promise<void> {
  const names = [searchName(run), progressName(run), stateName(run), historyName(run), tableName(run)]
  await db.batch(names.map((name) => db.prepare(`DROP TABLE IF EXISTS ${name}`)))
}

/** The bounding box of a geometry. */
const boxColumns = ['_west', '_south', '_east', '_north']

const hasMore = ({ places }: Layout): boolean => places.some(({ more }) => more !== undefined)

/** Memory and merge settings of FTS5 (sqlite.org/fts5.html, "Special INSERT Commands"). */
const searchSettings = { hashsize: limits.lines.searchMemoryBytes, automerge: limits.lines.searchMergeSegments }
