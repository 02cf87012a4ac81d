/** `replaceOwn`: replaces the lines of one owner by those of another table in one transaction. */

import type { Context } from '../../../context'
import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { readState } from '../../../lines/storage/editable-table'
import type { TablePointer } from '../../../lines/storage/layout'
import { historyName, tableName } from '../../../lines/storage/table-names'
import { deletion, revisionText } from '../../../lines/write/apply-operations'
import { stateAfter } from '../../../lines/write/commit-changes'
import { addRevisions, type Snapshot } from '../../../lines/write/copy-lines'
import { decodedColumns, type TableRow } from '../../../lines/write/encode'
import { duplicateMessage } from '../../../lines/write/violated-constraint'
import { ruleSentence } from '../../../schema/line-error-texts'
import { requestObservations } from '../../metadata/request-observations'
import { openWritableTable } from './open-writable-table'
import {
  conflictingIds,
  type LinesRead,
  type OwnVersion,
  type Replacement,
  replacementStatements,
} from './replacement-statements'

/**
 * Deletes the lines of an owner and inserts those of the filled table in one transaction, which is retried when a line of
 * the owner was written meanwhile.
 *
 * @throws `dataset-changed` when the lines were written for another description; `line-conflict` when an id or a unique
 *   value is that of a line of another; `own-lines-too-many`, `lines-contended`, and what `openWritableTable` throws
 */
export async function replaceOwn(ctx: Context, input: Replacement): Promise<void> {
  const { table, operation, filled, owner } = input
  const { writeSchema, database, dataset } = table
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
    if (await replaceOnce(ctx, input, { before, staged, end })) return requestObservations(ctx, dataset.id)
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
async function reviseDeleted(ctx: Context, { table, owner, filled }: Replacement, seq: number): Promise<number> {
  const { writeSchema, database, decode } = table
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
    const { results } = await database.prepare(select).bind(after, owner, limits.lines.copyRows).all<TableRow>()
    const revisions = results.map((row): Snapshot => {
      const revision = deletion(writeSchema, decode(row), { offset: 0, now: date, author: table.author })
      return [++end, revision.id, 'delete', date, revision.owner ?? null, revisionText(revision)]
    })
    await addRevisions(database, history, revisions)
    const last = results.at(-1)?._i
    if (last === undefined || results.length < limits.lines.copyRows) return end
    after = last
  }
}

/** One conditional batch, like every write. False when the lines of the owner, or the owners of the new ids, have changed since they were read. */
async function replaceOnce(ctx: Context, replacement: Replacement, read: LinesRead): Promise<boolean> {
  const { writeSchema, database } = replacement.table
  const token = ctx.newId()
  try {
    const [claimed] = await database.batch(replacementStatements(replacement, { ...read, token, now: ctx.now() }))
    return (claimed?.results.length ?? 0) > 0
  } catch (error) {
    const duplicate = duplicateMessage(writeSchema, error)
    if (duplicate !== undefined) throw problem('line-conflict', { message: duplicate })
    // The response of a committed transaction may have been lost.
    if (await stateAfter(database, writeSchema.pointer.run, token)) return true
    throw error
  }
}

async function refuseConflictingIds({ table, filled, owner }: Replacement): Promise<void> {
  const { writeSchema, database } = table
  const conflict = await database
    .prepare(`${conflictingIds(writeSchema.pointer, filled, '?1')} LIMIT 1`)
    .bind(owner)
    .first()
  if (conflict) throw problem('line-conflict', { message: ruleSentence('idTaken') })
}
