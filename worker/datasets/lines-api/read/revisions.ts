/** Revisions: the previous states of lines. */

import type { Context } from '../../../context'
import { problem } from '../../../errors'
import { type Actor, classOf, type DatasetOperation } from '../../../identity'
import { limits } from '../../../limits'
import { historyName, tableName } from '../../../lines/storage/table-names'
import { wholeNumber } from '../../../net/whole-number'
import { can, roleOver } from '../../../permissions'
import type { Dataset } from '../../metadata/dataset'
import { openWritableTable } from '../write/open-writable-table'

export type RevisionsPage = { total: number; results: Record<string, unknown>[]; before?: number }

/**
 * The tables of revisions and of lines of a dataset, and whether the actor sees who wrote them: the members of its owner who may edit it do, even
 * where lines do not have their author.
 *
 * @throws `history-off`, `history-for-editors`, and what `openWritableTable` throws
 */
export async function openHistory(
  ctx: Context,
  id: string,
  operation: DatasetOperation,
): Promise<{ database: D1Database; table: string; lines: string; seesAuthors: boolean }> {
  const { dataset, writeSchema, database, actor } = await openWritableTable(ctx, id, operation)
  const { history, run } = writeSchema.pointer
  if (!writeSchema.rest.history || history === undefined) throw problem('history-off')
  if (!isHistoryOpenTo(actor, dataset) && isAboutAll(operation)) throw problem('history-for-editors')
  const isMember = actor.type === 'user' && roleOver(actor, dataset.owner) !== undefined
  const seesAuthors = isMember && can(actor, 'bulkLines', dataset)
  return { database, table: historyName(history), lines: tableName(run), seesAuthors }
}

/** Whether an actor with the permission to read revisions may read those of others: deleted and former values may be private. */
export const isHistoryOpenTo = (actor: Actor, dataset: Dataset): boolean =>
  dataset.metadata.rest?.historyForEditors !== true || can(actor, 'bulkLines', dataset)

/** Whether an operation reads more than the revisions of the actor's own lines. */
const isAboutAll = (operation: DatasetOperation): boolean => classOf(operation) !== 'manageOwnLines'

type RevisionRow = { _i: number; _id: string; _action: string; _updatedAt: string; line: string; found: number }

/**
 * Newest first. A full page has a cursor. Those who see authors, in a session, have `_updatedByName`.
 *
 * @param input.only revisions of lines of this owner
 * @throws `history-off`, `parameter-invalid`
 */
export async function readRevisions(
  ctx: Context,
  input: {
    dataset: string
    operation: DatasetOperation
    lineId?: string | undefined
    size?: string | undefined
    before?: string | undefined
    only?: string | undefined
  },
): Promise<RevisionsPage> {
  const { database, table, seesAuthors } = await openHistory(ctx, input.dataset, input.operation)
  const size = input.size ? wholeNumber('size', input.size) : limits.lines.defaultSize
  if (size > limits.lines.maxSize) throw problem('window-too-large', { max: limits.lines.maxSize })
  const before = input.before ? wholeNumber('before', input.before) : undefined
  const conditions: string[] = []
  const values: (string | number)[] = []
  const where = (sql: string, value: string | number) => {
    values.push(value)
    conditions.push(`${sql}?${values.length}`)
  }
  if (input.lineId !== undefined) where('_id=', input.lineId)
  if (input.only !== undefined) where('_owner=', input.only)
  const whereSql = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
  const count = database.prepare(`SELECT count(*) AS total FROM ${table}${whereSql}`).bind(...values)
  if (before !== undefined) where('_i<', before)
  const page = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
  const columns = '_i,_id,_action,_updatedAt,line'
  // Lines may be long: those beyond the bytes of a page are on the next one.
  const sums =
    `SELECT ${columns},count(*) OVER () AS found,sum(octet_length(line)) OVER (ORDER BY _i DESC)-octet_length(line) AS bytes ` +
    `FROM (SELECT ${columns} FROM ${table}${page} ORDER BY _i DESC LIMIT ${size})`
  const select = `SELECT ${columns},found FROM (${sums}) WHERE bytes<=${limits.lines.maxPageBytes} ORDER BY _i DESC`
  const [countResult, pageResult] = await database.batch<Record<string, unknown>>([
    count,
    database.prepare(select).bind(...values),
  ])
  // The columns of the statement.
  const rows = (pageResult?.results ?? []) as RevisionRow[]
  const last = rows.at(-1)
  return {
    total: Number(countResult?.results[0]?.total ?? 0),
    results: rows.map(({ line, found: _, ...row }) => ({ ...lineOf(line, seesAuthors), ...row })),
    ...(last && (last.found === size || rows.length < last.found) ? { before: last._i } : {}),
  }
}

function lineOf(text: string, seesAuthors: boolean): Record<string, unknown> {
  const { _revisedBy, ...line } = JSON.parse(text) as Record<string, unknown> // written by `commit`
  return seesAuthors && _revisedBy !== undefined ? { ...line, _updatedByName: _revisedBy } : line
}
