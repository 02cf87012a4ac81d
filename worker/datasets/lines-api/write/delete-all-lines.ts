/** `deleteAllLines`: deletes all lines of an editable dataset. */
import type { Context } from '../../../context'
import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { type StateRow, stateStatement } from '../../../lines/storage/editable-table'
import { historyName, searchName, stateName, tableName } from '../../../lines/storage/table-names'
import { requestObservations } from '../../metadata/request-observations'
import { openWritableTable, reloadWritableTable, type WritableTable } from './open-writable-table'

/** Deletes lines and revisions, not the schema. @throws what `openWritableTable` throws */
export async function deleteAllLines(ctx: Context, id: string): Promise<WritableTable> {
  const until = ctx.now().getTime() + limits.lines.rebuildWaitMs
  let table = await openWritableTable(ctx, id, 'deleteAllLines', true)
  for (let attempt = 1; attempt <= limits.lines.maxWriteAttempts; attempt++) {
    if (await empty(ctx, table)) {
      await requestObservations(ctx, id)
      return table
    }
    table = await reloadWritableTable(ctx, table, 'deleteAllLines', until)
  }
  throw problem('lines-contended')
}

/** One conditional batch, like every write. False when the table is closed or the description has changed. */
async function empty(ctx: Context, { writeSchema, database, author }: WritableTable): Promise<boolean> {
  const { run, layout, history } = writeSchema.pointer
  const state = stateName(run)
  const token = ctx.newId()
  const now = ctx.now()
  const ifOurs = `WHERE (SELECT token FROM ${state})=?1`
  const statements = [
    database
      .prepare(
        `UPDATE ${state} SET count=0,token=?1,updatedAt=max(coalesce(updatedAt,''),?2),updatedBy=?3,pending=pending+1,` +
          'askedAt=?4,revision=?5 WHERE closed=0 AND revision<=?5',
      )
      .bind(token, now.toISOString(), JSON.stringify(author), now.getTime(), writeSchema.revision),
    database.prepare(`DELETE FROM ${tableName(run)} ${ifOurs}`).bind(token),
    ...(history === undefined ? [] : [database.prepare(`DELETE FROM ${historyName(history)} ${ifOurs}`).bind(token)]),
  ]
  if (layout.searchable.length > 0) {
    const search = searchName(run)
    statements.push(database.prepare(`INSERT INTO ${search} (${search}) SELECT 'delete-all' ${ifOurs}`).bind(token))
  }
  statements.push(database.prepare(stateStatement(run)))
  const results = await database.batch<Record<string, unknown>>(statements)
  // The columns of the statement.
  const row = results.at(-1)?.results[0] as StateRow | undefined
  return row?.token === token
}
