/** The table of editable lines, its state and its revisions: made and looked at. Filled by `commit`. */

import { columnDefinitionOf, systemColumns } from './editable-columns'
import type { TablePointer } from './layout'
import { addedName, historyName, idsName, searchName, stateName, tableName, uniqueName } from './table-names'
import { boxStatements, fieldColumns, searchStatements } from './tables'

/** What has been written to a table of editable lines: the only place that knows its count and its dates exactly. */
export type LinesState = {
  /** `_i` of the line written last; 0 before the first. */
  seq: number
  count: number
  /** Revision of the description that the last writer knew. */
  revision: number
  /** Nothing more is written here: another table takes its place. */
  closed: boolean
  updatedAt: string | null
  /** JSON of the author. */
  updatedBy: string | null
  /** Writes since what is observed in lines was brought up to date, and when it was last asked for (epoch ms). */
  pending: number
  askedAt: number
  /** Drawn by each write: what is said of the lines holds as long as it is the same. */
  token: string | null
}

/** The columns that make a `StateRow`. */
export const columnsOfState = 'seq,count,revision,closed,updatedAt,updatedBy,pending,askedAt,token'

/**
 * Makes an empty table. One whose lines come from another continues its numbers.
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
      'pending INTEGER NOT NULL,askedAt INTEGER NOT NULL,token TEXT)',
    `INSERT OR IGNORE INTO ${stateName(run)} VALUES (1,0,0,${from.revision},0,NULL,NULL,0,0,NULL)`,
    ...(history === undefined ? [] : historyStatements(history)),
  ]
  await db.batch(statements.map((text) => db.prepare(text)))
}

/**
 * The statement that has each line indexed for search as it is added: a statement less in every write. What takes lines
 * away, or changes them where they are, tells the index itself.
 */
function addedStatements({ run, layout }: TablePointer): string[] {
  if (layout.searchable.length === 0) return []
  const values = layout.searchable.map((column) => `new.${column}`)
  return [
    `CREATE TRIGGER IF NOT EXISTS ${addedName(run)} AFTER INSERT ON ${tableName(run)} BEGIN ` +
      `INSERT INTO ${searchName(run)} (rowid,${layout.searchable.join(',')}) VALUES (new._i,${values.join(',')}); END`,
  ]
}

/** The statements that make the table of revisions. */
export function historyStatements(history: string): string[] {
  const table = historyName(history)
  return [
    `CREATE TABLE IF NOT EXISTS ${table} (_i INTEGER PRIMARY KEY,_id TEXT NOT NULL,_action TEXT NOT NULL,` +
      '_updatedAt TEXT NOT NULL,_owner TEXT,line TEXT NOT NULL)',
    `CREATE INDEX IF NOT EXISTS ids_${table} ON ${table} (_id,_i)`,
  ]
}

/** The statement that keeps values unique; lines that lack one of them are not concerned, as NULLs differ. */
export function uniqueStatement(pointer: TablePointer, keys: readonly string[], number: number): string {
  const columns = keys.map((key) => columnDefinitionOf(pointer.layout, key))
  return `CREATE UNIQUE INDEX IF NOT EXISTS ${uniqueName(pointer.run, number)} ON ${tableName(pointer.run)} (${columns.join(',')})`
}

/** What has been written so far. Undefined when the table is not there any more. */
export async function readState(db: D1Database, run: string): Promise<LinesState | undefined> {
  try {
    const row = await db.prepare(`SELECT ${columnsOfState} FROM ${stateName(run)}`).first<StateRow>()
    return row ? stateOf(row) : undefined
  } catch (error) {
    if (error instanceof Error && error.message.includes('no such table')) return undefined
    throw error
  }
}

export type StateRow = Omit<LinesState, 'closed'> & { closed: number }
export const stateOf = (row: StateRow): LinesState => ({ ...row, closed: row.closed === 1 })

/** The statement that reads the state, for batches. */
export const stateStatement = (run: string): string => `SELECT ${columnsOfState} FROM ${stateName(run)}`

/** Records that a refresh is asked for. False when someone else has just done so. */
export async function askedNow(
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

/** Records that what is observed is up to date with the writes counted so far. False when there were more since. */
export async function refreshedUpTo(
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

/** Numbers of an empty table go on from those of another. */
export async function startAt(db: D1Database, run: string, seq: number): Promise<void> {
  await db
    .prepare(`UPDATE ${stateName(run)} SET seq=?1 WHERE count=0`)
    .bind(seq)
    .run()
}
