/** Copies lines from one table to another in slices, after a change of the schema. */

import { lineColumns } from '../storage/editable-columns'
import { type LinesState, readState } from '../storage/editable-table'
import type { TablePointer } from '../storage/layout'
import { inParts } from '../storage/row-encoder'
import { historyName, stateName, tableName } from '../storage/table-names'
import { insertColumns } from '../storage/tables'
import type { WriteAction } from './action-names'
import { deletion, displayedLine, revisedBy, revisionText } from './apply-operations'
import { decodedColumns, editableLineEncoder, lineDecoder, type TableRow } from './encode'
import { type LineAuthor, type LineValue, type LineValues, newRecord, type StoredLine } from './line'
import { lineConverter } from './line-converter'
import { refusalSentence } from './line-validator'
import type { WriteSchema } from './write-schema'

/** Blocks the writes of a table: writers then read the description again (`reloadWritableTable`). @returns the final state */
export async function blockWrites(db: D1Database, run: string): Promise<LinesState | undefined> {
  await db.prepare(`UPDATE ${stateName(run)} SET closed=1`).run()
  return readState(db, run)
}

/** Lets writers use a table again, after the copy to its replacement failed. */
export async function unblockWrites(db: D1Database, run: string): Promise<void> {
  await db
    .prepare(`UPDATE ${stateName(run)} SET closed=0`)
    .run()
    .catch((error: unknown) => {
      if (!(error instanceof Error && error.message.includes('no such table'))) throw error
    })
}

type CopiedSlice = { to: number; lines: number; misfits: number; examples: string[]; ended: boolean }

/**
 * Copies the lines after number `from`, converted to the new schema. A slice that does not start where the copy ends changes
 * nothing, so that a slice that is delivered twice is copied once.
 */
export async function copyLineSlice(
  db: D1Database,
  input: {
    from: TablePointer
    /** Fields of the source table. */
    fields: WriteSchema['fields']
    to: WriteSchema
    after: number
    size: number
    /** The values of extensions for lines, in order. */
    extend?: ((lines: readonly { id: string; values: LineValues }[]) => Promise<readonly LineValues[]>) | undefined
  },
): Promise<CopiedSlice> {
  const { from, to, after, size } = input
  const select = `SELECT ${decodedColumns(from.layout).join(',')} FROM ${tableName(from.run)} WHERE _i>?1 ORDER BY _i LIMIT ?2`
  const { results } = await db.prepare(select).bind(after, size).all<TableRow>()
  const last = results.at(-1)?._i
  if (last === undefined) return { to: after, lines: 0, misfits: 0, examples: [], ended: true }
  const decode = lineDecoder(from.layout, input.fields)
  const convert = lineConverter(to.fields.filter(({ key }) => !to.extended.has(key)))
  const encode = editableLineEncoder(to.pointer.layout, to.fields, to.projection)
  const examples: string[] = []
  let misfits = 0
  // When revisions are enabled, the first revision of each line is its current state.
  const snapshots: Snapshot[] = []
  const startsHistory = to.pointer.history !== undefined && to.pointer.history !== from.history
  const lines = results.map((row) => {
    const line = decode(row)
    return { line, ...convert(line.values) }
  })
  const extended = await input.extend?.(lines.map(({ line: { id }, values }) => ({ id, values })))
  const rows = lines.map(({ line: { i, updatedBy, updatedByName, ...line }, values: sent, misfits: unfit }, at) => {
    const values = extended ? Object.assign(newRecord<LineValue>(), sent, extended[at]) : sent
    if (unfit.size > 0) misfits++
    if (examples.length < 3)
      examples.push(...[...unfit.values()].slice(0, 1).map((one) => `${line.id}: ${refusalSentence(one)}`))
    const author =
      to.rest.storeUpdatedBy !== true
        ? {}
        : { ...(updatedBy ? { updatedBy } : {}), ...(updatedByName ? { updatedByName } : {}) }
    if (startsHistory) snapshots.push(snapshot({ ...line, ...author, i, values }, 'create'))
    const [, ...cells] = encode({ ...line, ...author, values, offset: null }, new Set(unfit.keys()))
    return [i, ...cells]
  })
  await insertCopied(db, to.pointer, { after, last, rows, snapshots })
  return { to: last, lines: rows.length, misfits, examples, ended: results.length < size }
}

async function insertCopied(
  db: D1Database,
  { run, layout, history }: TablePointer,
  { after, last, rows, snapshots }: { after: number; last: number; rows: unknown[][]; snapshots: Snapshot[] },
): Promise<void> {
  const [lines, state] = [tableName(run), stateName(run)]
  const [, ...cells] = insertColumns(layout)
  const names = ['_i', ...lineColumns, ...cells]
  const token = crypto.randomUUID()
  const isOurs = `(SELECT token FROM ${state})=`
  const statements = [
    db.prepare(`UPDATE ${state} SET seq=?2,count=count+?3,token=?4 WHERE seq=?1`).bind(after, last, rows.length, token),
    ...inParts(rows).map((part) =>
      db
        .prepare(
          `INSERT INTO ${lines} (${names.join(',')},_rand) SELECT ${names.map((_, at) => `value->>${at}`).join(',')},` +
            `abs(random())%1000000 FROM jsonb_each(?1) WHERE ${isOurs}?2`,
        )
        .bind(part, token),
    ),
  ]
  if (history !== undefined) statements.push(...snapshotStatements(db, history, snapshots))
  await db.batch(statements)
}

/** A row of the table of revisions. */
export type Snapshot = [
  i: number,
  id: string,
  action: WriteAction,
  updatedAt: string,
  owner: string | null,
  line: string,
]

const snapshot = (line: StoredLine, action: WriteAction, by: { revisedBy?: string } = {}): Snapshot => [
  line.i,
  line.id,
  action,
  line.updatedAt,
  line.owner ?? null,
  revisionText({ line: displayedLine(line), ...by }),
]

/** Inserts revisions; revisions whose number exists are unchanged. */
export async function addRevisions(db: D1Database, history: string, revisions: readonly Snapshot[]): Promise<void> {
  if (revisions.length > 0) await db.batch(snapshotStatements(db, history, revisions))
}

function snapshotStatements(db: D1Database, history: string, snapshots: readonly Snapshot[]): D1PreparedStatement[] {
  const columns = '_i,_id,_action,_updatedAt,_owner,line'
  const values = [0, 1, 2, 3, 4, 5].map((at) => `value->>${at}`).join(',')
  const text = `INSERT OR IGNORE INTO ${historyName(history)} (${columns}) SELECT ${values} FROM json_each(?1)`
  return snapshots.length === 0 ? [] : inParts(snapshots).map((part) => db.prepare(text).bind(part))
}

/** Numbers of the last removed line and of the last current one with a revision, and the number of removed ones. */
type Revised = { gone: number; kept: number; deletions: number }

/**
 * Writes the revisions after all lines were replaced at once: one for each current line, and a deletion
 * for each removed line. Runs in slices; a slice is idempotent.
 *
 * @param after where the last slice ended
 * @returns where the slice ends; undefined after the last one
 */
export async function writeReplacementRevisions(
  db: D1Database,
  input: { old: WriteSchema; now: WriteSchema; after: Revised; size: number; date: string },
): Promise<Revised | undefined> {
  const { old, now, after, size, date } = input
  const history = now.pointer.history
  if (history === undefined) return undefined
  const [before, current] = [tableName(old.pointer.run), tableName(now.pointer.run)]
  const page = (layout: TablePointer['layout'], table: string, condition: string) =>
    `SELECT ${decodedColumns(layout).join(',')} FROM ${table} AS t WHERE _i>?1 ${condition} ORDER BY _i LIMIT ?2`
  const currentRows = await db
    .prepare(page(now.pointer.layout, current, ''))
    .bind(after.kept, size)
    .all<TableRow>()
  const missing = `AND NOT EXISTS (SELECT 1 FROM ${current} AS n WHERE n._id=t._id)`
  const deletedRows = await db
    .prepare(page(old.pointer.layout, before, missing))
    .bind(after.gone, size)
    .all<TableRow>()
  const state = await readState(db, now.pointer.run)
  if (!state || currentRows.results.length + deletedRows.results.length === 0) return undefined
  const decode = lineDecoder(now.pointer.layout, now.fields)
  const decodeOld = lineDecoder(old.pointer.layout, old.fields)
  // Written by `commit`.
  const author = state.updatedBy === null ? undefined : (JSON.parse(state.updatedBy) as LineAuthor)
  // Deletions are numbered after all lines, which nobody writes meanwhile: a repeated slice gives the same numbers.
  const snapshots = [
    ...currentRows.results.map((row) => snapshot(decode(row), 'createOrUpdate', author ? revisedBy(now, author) : {})),
    ...deletedRows.results.map((row, at): Snapshot => {
      const line = decodeOld(row)
      const revision = deletion(old, line, { offset: 0, now: date, ...(author ? { author } : {}) })
      const number = state.seq + after.deletions + at + 1
      return [number, revision.id, 'delete', date, revision.owner ?? null, revisionText(revision)]
    }),
  ]
  await db.batch(snapshotStatements(db, history, snapshots))
  return {
    kept: currentRows.results.at(-1)?._i ?? after.kept,
    gone: deletedRows.results.at(-1)?._i ?? after.gone,
    deletions: after.deletions + deletedRows.results.length,
  }
}

/** Copies the state of the source table to its copy, which then accepts writes: after `numbered` revisions of its own. */
export async function continueState(
  db: D1Database,
  run: string,
  { from, numbered = 0 }: { from: Pick<LinesState, 'seq' | 'updatedAt' | 'updatedBy'>; numbered?: number },
): Promise<void> {
  await db
    .prepare(
      `UPDATE ${stateName(run)} SET seq=max(seq+?4,?1),updatedAt=?2,updatedBy=coalesce(updatedBy,?3),pending=0,token=NULL`,
    )
    .bind(from.seq, from.updatedAt, from.updatedBy, numbered)
    .run()
}
