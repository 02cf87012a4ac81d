/** The batch that replaces the lines of one owner by those of another table. */
import type { DatasetOperation } from '../../../identity'
import { lineColumns } from '../../../lines/storage/editable-columns'
import { columnsOfState, type LinesState } from '../../../lines/storage/editable-table'
import type { TablePointer } from '../../../lines/storage/layout'
import { historyName, searchName, stateName, tableName } from '../../../lines/storage/table-names'
import { insertColumns } from '../../../lines/storage/tables'
import type { WritableTable } from './open-writable-table'

export type Replacement = {
  table: WritableTable
  operation: DatasetOperation
  owner: string
  /** The table of the new lines, with its own revisions if the dataset has revisions. */
  filled: TablePointer
  /** The new lines have a greater `_i`. */
  start: number
}

/** The version of the own lines: a write increases `last`, a deletion decreases `count`. */
export type OwnVersion = { count: number; last: number }

/** The rows read before the batch; `end` is the `_i` of the last filled line or revision. */
export type LinesRead = { before: OwnVersion; staged: LinesState; end: number }

type Batch = LinesRead & { token: string; now: Date }

/**
 * The statements of a replacement. The first one stores the token of the batch if the lines of the owner are as they were read, and
 * returns a row then; the others have an effect only with this token.
 */
export function replacementStatements(replacement: Replacement, batch: Batch): D1PreparedStatement[] {
  return [
    claimTable(replacement, batch),
    ...unindexOwnLines(replacement, batch),
    deleteOwnLines(replacement, batch),
    insertLines(replacement, batch),
    ...insertRevisions(replacement, batch),
  ]
}

function claimTable(
  { table, owner, filled, start }: Replacement,
  { before, staged, end, token, now }: Batch,
): D1PreparedStatement {
  const { writeSchema, database, author } = table
  const { pointer, revision } = writeSchema
  const isAsRead = `(SELECT count(*)||' '||coalesce(max(_i),0) FROM ${tableName(pointer.run)} WHERE _owner=?8)=?9`
  const counters = [end - start, staged.count - before.count, revision, token]
  const update = [now.toISOString(), JSON.stringify(author), now.getTime()]
  return database
    .prepare(
      `UPDATE ${stateName(pointer.run)} SET seq=seq+?1,count=count+?2,revision=?3,token=?4,updatedAt=max(coalesce(updatedAt,''),?5),` +
        'updatedBy=?6,pending=pending+1,askedAt=CASE WHEN pending=0 THEN ?7 ELSE askedAt END ' +
        `WHERE closed=0 AND revision<=?3 AND ${isAsRead} AND NOT EXISTS (${conflictingIds(pointer, filled, '?8')}) ` +
        `RETURNING ${columnsOfState}`,
    )
    .bind(...counters, ...update, owner, `${before.count} ${before.last}`)
}

/** Removes the lines of the owner from the search index, which needs the values that are in it. */
function unindexOwnLines({ table, owner }: Replacement, { token }: Batch): D1PreparedStatement[] {
  const { run, layout } = table.writeSchema.pointer
  if (layout.searchable.length === 0) return []
  const [search, columns] = [searchName(run), layout.searchable.join(',')]
  const statement = table.database.prepare(
    `INSERT INTO ${search} (${search},rowid,${columns}) ` +
      `SELECT 'delete',_i,${columns} FROM ${tableName(run)} WHERE _owner=?1 AND ${hasToken(run, '?2')}`,
  )
  return [statement.bind(owner, token)]
}

function deleteOwnLines({ table, owner }: Replacement, { token }: Batch): D1PreparedStatement {
  const { run } = table.writeSchema.pointer
  return table.database
    .prepare(`DELETE FROM ${tableName(run)} WHERE _owner=?1 AND ${hasToken(run, '?2')}`)
    .bind(owner, token)
}

function insertLines({ table, filled }: Replacement, { token, end }: Batch): D1PreparedStatement {
  const { run, layout } = table.writeSchema.pointer
  const [, ...cells] = insertColumns(layout)
  const columns = ['_rand', ...lineColumns, ...cells].join(',')
  return table.database
    .prepare(
      `INSERT INTO ${tableName(run)} (_i,${columns}) ` +
        `SELECT ${followingNumber(run, '?2')},${columns} FROM ${tableName(filled.run)} WHERE ${hasToken(run, '?1')}`,
    )
    .bind(token, end)
}

function insertRevisions({ table, filled }: Replacement, { token, end }: Batch): D1PreparedStatement[] {
  const { run, history } = table.writeSchema.pointer
  if (history === undefined || filled.history === undefined) return []
  const columns = '_id,_action,_updatedAt,_owner,line'
  const statement = table.database.prepare(
    `INSERT INTO ${historyName(history)} (_i,${columns}) ` +
      `SELECT ${followingNumber(run, '?2')},${columns} FROM ${historyName(filled.history)} WHERE ${hasToken(run, '?1')}`,
  )
  return [statement.bind(token, end)]
}

/** The first statement of the batch with this token has had an effect. */
const hasToken = (run: string, token: string): string => `(SELECT token FROM ${stateName(run)})=${token}`

/** The `_i` of a filled line or revision, after those of concurrent writes. */
const followingNumber = (run: string, end: string): string => `_i+(SELECT seq FROM ${stateName(run)})-${end}`

/** The ids of the filled table that lines of others have, in SQL. */
export const conflictingIds = (pointer: TablePointer, filled: TablePointer, owner: string): string =>
  `SELECT 1 FROM ${tableName(filled.run)} AS n JOIN ${tableName(pointer.run)} AS t ON t._id=n._id WHERE t._owner IS NOT ${owner}`
