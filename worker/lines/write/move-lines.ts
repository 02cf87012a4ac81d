/** Moves editable lines and their revisions to another database, without a change. */

import { lineColumns } from '../storage/editable-columns'
import type { LinesState } from '../storage/editable-table'
import type { TablePointer } from '../storage/layout'
import { inParts } from '../storage/row-encoder'
import { historyName, stateName, tableName } from '../storage/table-names'
import { insertColumns } from '../storage/tables'

type Move = {
  from: D1Database
  to: D1Database
  /** Number of the last row that was copied. */
  after: number
  size: number
}

/** Copies the next lines to the table of a run of the same layout; lines already stored are unchanged. @returns the last number */
export function moveLines(move: Move, { run, layout }: TablePointer, toRun: string): Promise<number | undefined> {
  const columns = ['_rand', ...lineColumns, ...insertColumns(layout).filter((column) => column !== '_i')]
  return moveRows(move, { columns, source: tableName(run), target: tableName(toRun) })
}

/** Copies the next revisions; revisions already stored are unchanged. @returns the last number */
export function moveRevisions(move: Move, history: string): Promise<number | undefined> {
  const table = historyName(history)
  return moveRows(move, {
    columns: ['_id', '_action', '_updatedAt', '_owner', 'line'],
    source: table,
    target: table,
  })
}

/** @returns undefined when no row is left */
async function moveRows(
  { from, to, after, size }: Move,
  { columns, source, target }: { columns: readonly string[]; source: string; target: string },
): Promise<number | undefined> {
  const names = ['_i', ...columns].join(',')
  const rows = await from
    .prepare(`SELECT ${names} FROM ${source} WHERE _i>?1 ORDER BY _i LIMIT ?2`)
    .bind(after, size)
    .raw()
  if (rows.length === 0) return undefined
  const values = ['_i', ...columns].map((_, at) => `value->>${at}`).join(',')
  const insert = to.prepare(`INSERT OR IGNORE INTO ${target} (${names}) SELECT ${values} FROM json_each(?1)`)
  await to.batch(inParts(rows).map((part) => insert.bind(part)))
  return Number(rows.at(-1)?.[0] ?? after)
}

/** Gives a moved table the state of its source; it then accepts writes. */
export async function completeMove(db: D1Database, run: string, from: LinesState): Promise<void> {
  const { seq, count, revision, updatedAt, updatedBy } = from
  await db
    .prepare(`UPDATE ${stateName(run)} SET seq=?1,count=?2,revision=?3,updatedAt=?4,updatedBy=?5,pending=0,token=NULL`)
    .bind(seq, count, revision, updatedAt, updatedBy)
    .run()
}
