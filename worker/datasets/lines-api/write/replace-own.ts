/** `replaceOwn`: replaces the lines of one owner by those of another table in one transaction. */

import type { Context } from '../../../context'
import { problem } from '../../../errors'
import type { DatasetOperation } from '../../../identity'
import { limits } from '../../../limits'
import { columnDefinitionOf, lineColumns } from '../../../lines/storage/editable-columns'
import { columnsOfState, type LinesState, readState } from '../../../lines/storage/editable-table'
import type { TablePointer } from '../../../lines/storage/layout'
import { historyName, searchName, stateName, tableName } from '../../../lines/storage/table-names'
import { insertColumns } from '../../../lines/storage/tables'
import { deletion, withStoredPath } from '../../../lines/write/apply'
import { stateAfter } from '../../../lines/write/commit'
import { addRevisions, type Snapshot } from '../../../lines/write/copy'
import { duplicateMessage } from '../../../lines/write/duplicate-message'
import { decodedColumns, type LineRow } from '../../../lines/write/encode'
import type { LineFault, LineOperation } from '../../../lines/write/line'
import { isFault } from '../../../lines/write/prepare'
import { ruleSentence } from '../../../schema/line-rules'
import { requestRefresh } from '../../metadata/request-refresh'
import { openWritableTable, type WritableTable } from './open-table'

type Replacement = {
  opened: WritableTable
  operation: DatasetOperation
  owner: string
  /** The table of the new lines, with its own revisions if the dataset has revisions. */
  filled: TablePointer
  /** The new lines have a greater `_i`. */
  start: number
}

/** The version of the own lines: a write increases `last`, a deletion decreases `count`. */
type OwnVersion = { count: number; last: number }

/**
 * Deletes the lines of an owner and inserts those of the filled table in one transaction, which is retried when a line of
 * the owner was written meanwhile.
 *
 * @throws `dataset-changed` when the lines were written for another description; `line-conflict` when an id or a unique
 *   value is that of a line of another; `own-lines-too-many`, `lines-contended`, and what `openWritableTable` throws
 */
export async function replaceOwn(ctx: Context, input: Replacement): Promise<void> {
  const { opened, operation, filled, owner } = input
  const { writeSchema, database, dataset } = opened
  const { pointer, revision } = writeSchema
  const staged = await readState(database, filled.run)
  if (!staged) throw new Error(`the filled table ${filled.run} has no state`)
  for (let attempt = 1; attempt <= limits.lines.maxWriteAttempts; attempt++) {
    const fresh = await openWritableTable(ctx, dataset.id, operation, true)
    const state = await readState(database, pointer.run)
    const isSame = fresh.writeSchema.revision === revision && fresh.writeSchema.pointer.run === pointer.run
    if (!isSame || !state || state.closed || state.revision > revision)
      throw problem('dataset-changed', { id: dataset.id })
    const before = await ownVersion(database, pointer, owner)
    const max = limits.lines.maxOwnReplaced
    if (before.count > max || staged.count > max) throw problem('own-lines-too-many', { max })
    const end = await reviseDeleted(ctx, input, staged.seq)
    if (await replaceOnce(ctx, input, { before, staged, end })) return requestRefresh(ctx, dataset.id)
    await refuseConflictingIds(input)
  }
  throw problem('lines-contended')
}

async function ownVersion(db: D1Database, { run }: TablePointer, owner: string): Promise<OwnVersion> {
  const select = `SELECT count(*) AS count,coalesce(max(_i),0) AS last FROM ${tableName(run)} WHERE _owner=?1`
  const version = await db.prepare(select).bind(owner).first<OwnVersion>()
  return version ?? { count: 0, last: 0 }
}

/** Adds the revisions of the deleted lines to those of the filled table. @returns the `_i` of the last revision */
async function reviseDeleted(ctx: Context, { opened, owner, filled }: Replacement, seq: number): Promise<number> {
  const { writeSchema, database, decode } = opened
  const { history } = filled
  if (history === undefined) return seq
  const date = ctx.now().toISOString()
  // Deletes those of a previous attempt.
  await database
    .prepare(`DELETE FROM ${historyName(history)} WHERE _i>?1`)
    .bind(seq)
    .run()
  const select =
    `SELECT ${decodedColumns(writeSchema.pointer.layout).join(',')} FROM ${tableName(writeSchema.pointer.run)} AS t WHERE _i>?1 AND _owner=?2 ` +
    `AND NOT EXISTS (SELECT 1 FROM ${tableName(filled.run)} AS n WHERE n._id=t._id) ORDER BY _i LIMIT ?3`
  let end = seq
  for (let after = 0; ; ) {
    const { results } = await database.prepare(select).bind(after, owner, limits.lines.copyRows).all<LineRow>()
    const revisions = results.map((row): Snapshot => {
      const { id, line, owner } = deletion(writeSchema, decode(row), { offset: 0, now: date })
      return [++end, id, 'delete', date, owner ?? null, JSON.stringify(line)]
    })
    await addRevisions(database, history, revisions)
    const last = results.at(-1)?._i
    if (last === undefined || results.length < limits.lines.copyRows) return end
    after = last
  }
}

/** One conditional batch, like every write. False when the lines of the owner, or the owners of the new ids, have changed since they were read. */
async function replaceOnce(
  ctx: Context,
  { opened, owner, filled, start }: Replacement,
  { before, staged, end }: { before: OwnVersion; staged: LinesState; end: number },
): Promise<boolean> {
  const { writeSchema, database, author } = opened
  const { run, layout, history } = writeSchema.pointer
  const [lines, state, search, from] = [tableName(run), stateName(run), searchName(run), tableName(filled.run)]
  const token = ctx.newId()
  const now = ctx.now()
  const isOurs = `(SELECT token FROM ${state})=`
  const isAsRead = `(SELECT count(*)||' '||coalesce(max(_i),0) FROM ${lines} WHERE _owner=?8)=?9`
  const values = [end - start, staged.count - before.count, writeSchema.revision, token, now.toISOString()]
  const more = [JSON.stringify(author), now.getTime(), owner, `${before.count} ${before.last}`]
  // The new numbers follow those of concurrent writes.
  const number = `_i+(SELECT seq FROM ${state})-?2`
  const [, ...cells] = insertColumns(layout)
  const columns = ['_rand', ...lineColumns, ...cells].join(',')
  const searched = layout.searchable.join(',')
  const statements = [
    database
      .prepare(
        `UPDATE ${state} SET seq=seq+?1,count=count+?2,revision=?3,token=?4,updatedAt=max(coalesce(updatedAt,''),?5),` +
          'updatedBy=?6,pending=pending+1,askedAt=CASE WHEN pending=0 THEN ?7 ELSE askedAt END ' +
          `WHERE closed=0 AND revision<=?3 AND ${isAsRead} AND NOT EXISTS (${conflictingIds(writeSchema.pointer, filled, '?8')}) ` +
          `RETURNING ${columnsOfState}`,
      )
      .bind(...values, ...more),
    ...(searched === ''
      ? []
      : [
          database
            .prepare(
              `INSERT INTO ${search} (${search},rowid,${searched}) ` +
                `SELECT 'delete',_i,${searched} FROM ${lines} WHERE _owner=?1 AND ${isOurs}?2`,
            )
            .bind(owner, token),
        ]),
    database.prepare(`DELETE FROM ${lines} WHERE _owner=?1 AND ${isOurs}?2`).bind(owner, token),
    database
      .prepare(`INSERT INTO ${lines} (_i,${columns}) SELECT ${number},${columns} FROM ${from} WHERE ${isOurs}?1`)
      .bind(token, end),
  ]
  if (history !== undefined && filled.history !== undefined) {
    const columns = '_id,_action,_updatedAt,_owner,line'
    statements.push(
      database
        .prepare(
          `INSERT INTO ${historyName(history)} (_i,${columns}) SELECT ${number},${columns} FROM ${historyName(filled.history)} ` +
            `WHERE ${isOurs}?1`,
        )
        .bind(token, end),
    )
  }
  try {
    const [updated] = await database.batch(statements)
    return (updated?.results.length ?? 0) > 0
  } catch (error) {
    const duplicate = duplicateMessage(writeSchema, error)
    if (duplicate !== undefined) throw problem('line-conflict', { message: duplicate })
    // The response of a committed transaction may have been lost.
    if (await stateAfter(database, run, token)) return true
    throw error
  }
}

/** The ids of the filled table that lines of others have, in SQL. */
const conflictingIds = (pointer: TablePointer, filled: TablePointer, owner: string): string =>
  `SELECT 1 FROM ${tableName(filled.run)} AS n JOIN ${tableName(pointer.run)} AS t ON t._id=n._id WHERE t._owner IS NOT ${owner}`

async function refuseConflictingIds({ opened, filled, owner }: Replacement): Promise<void> {
  const { writeSchema, database } = opened
  const conflict = await database
    .prepare(`${conflictingIds(writeSchema.pointer, filled, '?1')} LIMIT 1`)
    .bind(owner)
    .first()
  if (conflict) throw problem('line-conflict', { message: ruleSentence('idTaken') })
}

/**
 * Adapts operations to the lines that are replaced: operations on lines of others become errors, and the stored paths of attachments of
 * the owner are preserved. The table that is being filled has none of these lines.
 */
export async function adaptToReplacedLines(
  { database, writeSchema }: WritableTable,
  { pointer, owner }: { pointer: TablePointer; owner: string },
  prepared: readonly (LineOperation | LineFault)[],
): Promise<(LineOperation | LineFault)[]> {
  const ids = prepared.flatMap((one) => (isFault(one) || one.isNew ? [] : one.id))
  if (ids.length === 0) return [...prepared]
  const path =
    writeSchema.attachment === undefined ? 'NULL' : columnDefinitionOf(pointer.layout, writeSchema.attachment)
  const { results } = await database
    .prepare(
      `SELECT _id AS id,_owner IS NOT ?2 AS isForeign,${path} AS path FROM ${tableName(pointer.run)} ` +
        'WHERE _id IN (SELECT value FROM json_each(?1))',
    )
    .bind(JSON.stringify(ids), owner)
    .all<{ id: string; isForeign: number; path: string | null }>()
  const replaced = new Map(results.map((one) => [one.id, one]))
  return prepared.map((one) => {
    const line = isFault(one) ? undefined : replaced.get(one.id)
    if (isFault(one) || !line) return one
    return line.isForeign
      ? { at: one.at, status: 404, error: ruleSentence('missing') }
      : withStoredPath(writeSchema, one, line.path)
  })
}
