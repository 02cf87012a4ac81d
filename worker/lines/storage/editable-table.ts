/** The table of editable lines, its state and its revisions: creation and reads. `commit` writes them. */

import { columnExpression, systemColumns } from './editable-columns'
import type { TablePointer } from './layout'
import { addedName, historyName, idsName, searchName, stateName, tableName, uniqueName } from './table-names'
import { boxStatements, fieldColumns, searchStatements } from './tables'

/** The state of a table of editable lines: the source of truth of its count and its dates. */
export type LinesState = {
  /** `_i` of the line written last; 0 before the first. */
  seq: number
  count: number
  /** Revision of the description that the last write used. */
  revision: number
  /** The table is read-only: another one replaces it. */
  closed: boolean
  updatedAt: string | null
  /** JSON of the author. */
  updatedBy: string | null
  /** Writes since the last refresh of the statistics, and the time of the last refresh request (epoch ms). */
  pending: number
  askedAt: number
  /** A new random token for each write: cached responses are valid while it is unchanged. */
  token: string | null
}

/** The columns of a `StateRow`. */
export const columnsOfState = 'seq,count,revision,closed,updatedAt,updatedBy,pending,askedAt,token'

/**
 * Creates an empty table. A copy of another table continues its line numbers.
 *
 * @param constraints sets of fields whose values no two lines share
 */
export async function createEditableTable(
  db: D1Database,
  pointer: TablePointer,
  from: { revision: number; constraints: readonly (readonly string[])[] },
): Promise<void> {
  const { run, layout, history } = pointer
  const lines = tableName(run)
  const columns = ['_i INTEGER PRIMARY KEY', '_rand INTEGER NOT NULL', ...systemColumns, ...fieldColumns(layout)]
  const statements = [
    `CREATE TABLE IF NOT EXISTS ${lines} (${columns.join(',')})`,
    `CREATE UNIQUE INDEX IF NOT EXISTS ${idsName(run)} ON ${lines} (_id)`,
    ...from.constraints.map((keys, number) => uniqueStatement(pointer, keys, number)),
    ...boxStatements(pointer),
    ...searchStatements(pointer),
    ...addedStatements(pointer),
    `CREATE TABLE IF NOT EXISTS ${stateName(run)} (one INTEGER PRIMARY KEY CHECK (one=1),seq INTEGER NOT NULL,` +
      'count INTEGER NOT NULL,revision INTEGER NOT NULL,closed INTEGER NOT NULL,updatedAt TEXT,updatedBy TEXT,' +
      'pending INTEGER NOT NULL,askedAt INTEGER NOT NULL,token TEXT,extending INTEGER,extendedTo INTEGER,extendUntil INTEGER)',
    `INSERT OR IGNORE INTO ${stateName(run)} VALUES (1,0,0,${from.revision},0,NULL,NULL,0,0,NULL,NULL,NULL,NULL)`,
    ...(history === undefined ? [] : historyStatements(history)),
  ]
  await db.batch(statements.map((text) => db.prepare(text)))
}

/**
 * The trigger that adds each inserted line to the search index, which saves a statement in every write. Statements that
 * delete or update lines maintain the index themselves.
 */
function addedStatements({ run, layout }: TablePointer): string[] {
  if (layout.searchable.length === 0) return []
  const values = layout.searchable.map((column) => `new.${column}`)
  return [
    `CREATE TRIGGER IF NOT EXISTS ${addedName(run)} AFTER INSERT ON ${tableName(run)} BEGIN ` +
      `INSERT INTO ${searchName(run)} (rowid,${layout.searchable.join(',')}) VALUES (new._i,${values.join(',')}); END`,
  ]
}

/** The statements that create the table of revisions. */
function historyStatements(history: string): string[] {
  const table = historyName(history)
  return [
    `CREATE TABLE IF NOT EXISTS ${table} (_i INTEGER PRIMARY KEY,_id TEXT NOT NULL,_action TEXT NOT NULL,` +
      '_updatedAt TEXT NOT NULL,_owner TEXT,line TEXT NOT NULL)',
    `CREATE INDEX IF NOT EXISTS ids_${table} ON ${table} (_id,_i)`,
    `CREATE INDEX IF NOT EXISTS deleted_${table} ON ${table} (_id) WHERE _action='delete'`,
  ]
}

/** The statement that creates a unique index; lines without one of the values are not concerned, as NULLs are distinct. */
export function uniqueStatement(pointer: TablePointer, keys: readonly string[], number: number): string {
  const columns = keys.map((key) => columnExpression(pointer.layout, key))
  return `CREATE UNIQUE INDEX IF NOT EXISTS ${uniqueName(pointer.run, number)} ON ${tableName(pointer.run)} (${columns.join(',')})`
}

/** Reads the state. Undefined when the table does not exist. */
export async function readState(db: D1Database, run: string): Promise<LinesState | undefined> {
  try {
    const row = await db.prepare(`SELECT ${columnsOfState} FROM ${stateName(run)}`).first<StateRow>()
    return row ? linesState(row) : undefined
  } catch (error) {
    if (error instanceof Error && error.message.includes('no such table')) return undefined
    throw error
  }
}

export type StateRow = Omit<LinesState, 'closed'> & { closed: number }
export const linesState = (row: StateRow): LinesState => ({ ...row, closed: row.closed === 1 })

/** The statement that reads the state, for batches. */
export const stateStatement = (run: string): string => `SELECT ${columnsOfState} FROM ${stateName(run)}`

/**
 * Counts what a client did besides changing lines, so that a refresh follows it as it follows a write.
 *
 * @param written the date and the JSON of the author, when the files of the lines have changed
 * @returns whether no refresh has been requested yet
 */
export async function recordActivity(
  db: D1Database,
  run: string,
  { now, written }: { now: Date; written?: { author: string } },
): Promise<boolean> {
  const row = await db
    .prepare(
      `UPDATE ${stateName(run)} SET pending=pending+1,askedAt=CASE WHEN pending=0 THEN ?1 ELSE askedAt END,` +
        `updatedAt=CASE WHEN ?2 IS NULL THEN updatedAt ELSE max(coalesce(updatedAt,''),?2) END,` +
        `updatedBy=coalesce(?3,updatedBy) RETURNING pending`,
    )
    .bind(now.getTime(), written ? now.toISOString() : null, written?.author ?? null)
    .first<{ pending: number }>()
  return row?.pending === 1
}

/** Records a request for a refresh. False when another request was recorded first. */
export async function recordObservationsRequest(
  db: D1Database,
  run: string,
  { askedAt, now }: { askedAt: number; now: number },
): Promise<boolean> {
  const { meta } = await db
    .prepare(`UPDATE ${stateName(run)} SET askedAt=?2 WHERE askedAt=?1 AND pending>0`)
    .bind(askedAt, now)
    .run()
  return meta.changes > 0
}

/** Records that the statistics include the writes counted so far. False when there were more writes since. */
export async function recordObservations(
  db: D1Database,
  run: string,
  { pending, now }: { pending: number; now: number },
): Promise<boolean> {
  const table = stateName(run)
  const [settled] = await db.batch([
    db.prepare(`UPDATE ${table} SET pending=0 WHERE pending=?1`).bind(pending),
    db.prepare(`UPDATE ${table} SET askedAt=?1 WHERE pending>0`).bind(now),
  ])
  return (settled?.meta.changes ?? 0) > 0
}

/** Sets the next line number of an empty table, to continue those of another. */
export async function startAt(db: D1Database, run: string, seq: number): Promise<void> {
  await db
    .prepare(`UPDATE ${stateName(run)} SET seq=?1 WHERE count=0`)
    .bind(seq)
    .run()
}
