/**
 * `commit`: one batch that writes lines with their ids, search index, revisions, count and date, or does
 * nothing. D1 runs a batch as a transaction. The batch has the expectations of its writer (the description, the lines it
 * read) and writes only if they still hold: optimistic concurrency.
 */
import { problem } from '../../errors'
import { limits } from '../../limits'
import { lineColumns } from '../storage/editable-columns'
import { columnsOfState, type LinesState, linesState, type StateRow, stateStatement } from '../storage/editable-table'
import type { TablePointer } from '../storage/layout'
import { historyName, searchName, stateName, tableName } from '../storage/table-names'
import { insertColumns } from '../storage/tables'
import { type Changes, type Revision, revisionText } from './apply-operations'
import { decodedColumns, type EncodeLine, type TableRow } from './encode'
import type { LineAuthor } from './line'

type Commit = {
  pointer: TablePointer
  revision: number
  /** Identifies this batch. */
  token: string
  now: Date
  author: LineAuthor
  changes: Changes
  encode: EncodeLine
  /** Ids and the `_i` of each when it was read; null for a line that did not exist. */
  expected: readonly (readonly [id: string, i: number | null])[]
  keepsHistory: boolean
}

type Committed = {
  done: boolean
  state: LinesState
  /** The current lines when nothing was written. */
  rows: TableRow[]
}

/** Start of line numbers: they grow with time, 1,000 per millisecond, so that later writes sort after earlier ones. */
const epoch = Date.UTC(2020, 0, 1)
const numbersPerMs = 1_000

/** @throws Error of D1: nothing was written, unless the connection broke after the write */
export async function commit(db: D1Database, input: Commit): Promise<Committed> {
  const { pointer, token } = input
  let results: D1Result<Record<string, unknown>>[]
  try {
    results = await db.batch<Record<string, unknown>>(statementsOf(db, input))
  } catch (error) {
    const state = await stateAfter(db, pointer.run, token)
    if (!state) throw error
    return { done: true, state, rows: [] }
  }
  // The columns of the RETURNING clause; there is a row when the batch was written.
  const row = results[0]?.results[0] as StateRow | undefined
  return row ? { done: true, state: linesState(row), rows: [] } : currentRows(db, input)
}

/** The reason of a conflict: the current state, and the current rows of the expected lines. */
async function currentRows(db: D1Database, { pointer, expected }: Commit): Promise<Committed> {
  const ids = JSON.stringify(expected.map(([id]) => id))
  const [state, lines] = await db.batch<Record<string, unknown>>([
    db.prepare(stateStatement(pointer.run)),
    db.prepare(byIdsSql(pointer)).bind(ids),
  ])
  // The columns of the statements.
  const row = state?.results[0] as StateRow | undefined
  if (!row) throw new Error(`the table of lines ${pointer.run} has no state`)
  return { done: false, state: linesState(row), rows: (lines?.results ?? []) as TableRow[] }
}

/**
 * The state of the table if the batch of this token was committed; undefined otherwise. Used when the response of D1 was lost.
 */
export async function stateAfter(db: D1Database, run: string, token: string): Promise<LinesState | undefined> {
  try {
    const row = await db.prepare(stateStatement(run)).first<StateRow>()
    // A write of attachment contents appends to the token and does not replace it.
    return row?.token?.startsWith(token) ? linesState(row) : undefined
  } catch {
    return undefined
  }
}

function statementsOf(db: D1Database, input: Commit): D1PreparedStatement[] {
  const { pointer, revision, token, now, author, changes, encode, expected, keepsHistory } = input
  const { run, layout, history } = pointer
  const [lines, state, search] = [tableName(run), stateName(run), searchName(run)]
  const { writes, growth, removed, added, revisions } = changes
  const isOurs = `(SELECT token FROM ${state})=`
  const columns = layout.searchable.join(',')
  const statements: D1PreparedStatement[] = []

  const hasExpected = expected.length > 0
  const unexpected = hasExpected
    ? ` AND NOT EXISTS (SELECT 1 FROM json_each(?9) AS e LEFT JOIN ${lines} AS t ON t._id=e.value->>0 WHERE t._i IS NOT e.value->>1)`
    : ''
  const floor = (now.getTime() - epoch) * numbersPerMs
  const date = now.toISOString()
  const values = [floor, writes, growth, revision, token, date, JSON.stringify(author), now.getTime()]
  statements.push(
    db
      .prepare(
        `UPDATE ${state} SET seq=max(seq,?1)+?2,count=count+?3,revision=?4,token=?5,updatedAt=max(coalesce(updatedAt,''),?6),` +
          `updatedBy=?7,pending=pending+1,askedAt=CASE WHEN pending=0 THEN ?8 ELSE askedAt END ` +
          `WHERE closed=0 AND revision<=?4${unexpected} RETURNING ${columnsOfState}`,
      )
      .bind(...values, ...(hasExpected ? [JSON.stringify(expected)] : [])),
  )
  if (removed.length > 0) {
    const removedNumbers = JSON.stringify(removed)
    const those = `_i IN (SELECT value FROM json_each(?1)) AND ${isOurs}?2`
    if (columns) {
      const text = `INSERT INTO ${search} (${search},rowid,${columns}) SELECT 'delete',_i,${columns} FROM ${lines} WHERE ${those}`
      statements.push(db.prepare(text).bind(removedNumbers, token))
    }
    statements.push(db.prepare(`DELETE FROM ${lines} WHERE ${those}`).bind(removedNumbers, token))
  }
  if (added.length > 0) {
    const [, ...cells] = insertColumns(layout)
    const rows = added.map((line) => encode(line))
    // Columns without any value are omitted: most lines have no owner and no author.
    const usedColumns = [...lineColumns, ...cells].flatMap((name, at) =>
      rows.some((row) => row[at + 1] !== null) ? [{ name, sql: `value->>${at + 1}` }] : [],
    )
    const [names, expressions] = [usedColumns.map(({ name }) => name), usedColumns.map(({ sql }) => sql)]
    statements.push(
      db
        .prepare(
          `INSERT INTO ${lines} (_i,_rand,${names.join(',')}) SELECT (SELECT seq FROM ${state})-?3+(value->>0),` +
            `abs(random())%1000000,${expressions.join(',')} FROM jsonb_each(?1) WHERE ${isOurs}?2`,
        )
        .bind(bound(rows), token, writes),
    )
  }
  if (keepsHistory && history !== undefined && revisions.length > 0) {
    statements.push(
      db
        .prepare(
          `INSERT INTO ${historyName(history)} (_i,_id,_action,_updatedAt,_owner,line) SELECT (SELECT seq FROM ${state})-?3+(value->>0),` +
            `value->>1,value->>2,value->>3,value->>4,value->>5 FROM json_each(?1) WHERE ${isOurs}?2`,
        )
        .bind(bound(revisions.map(revisionRow)), token, writes),
    )
  }
  return statements
}

/** JSON for one parameter. @throws `line-invalid` when it exceeds the size of a parameter: the caller then splits the batch */
function bound(rows: readonly unknown[]): string {
  const json = JSON.stringify(rows)
  const max = limits.lines.maxValueBytes
  if (json.length * 3 > max && Buffer.byteLength(json) > max) {
    throw problem('line-invalid', { message: `la ligne dépasse ${max} octets` })
  }
  return json
}

const revisionRow = (revision: Revision) => [
  revision.offset,
  revision.id,
  revision.action,
  revision.updatedAt,
  revision.owner ?? null,
  revisionText(revision),
]

/** The lines of some ids, bound as a JSON array. */
const byIdsSql = ({ run, layout }: TablePointer): string =>
  `SELECT ${decodedColumns(layout).join(',')} FROM ${tableName(run)} WHERE _id IN (SELECT value FROM json_each(?1))`

/** Reads lines by their ids. */
export async function readRowsById(db: D1Database, pointer: TablePointer, ids: readonly string[]): Promise<TableRow[]> {
  return (await db.prepare(byIdsSql(pointer)).bind(JSON.stringify(ids)).all<TableRow>()).results
}
