/** The changes of the lines of a dataset with history, and the actions that undo them. */
import { z } from 'zod'
import type { Context } from '../../../context'
import { limits } from '../../../limits'
import { openHistory } from './revisions'

const kinds = ['created', 'modified', 'deleted'] as const
const revisionEffectSchema = z.object({
  _i: z.number(),
  date: z.string(),
  author: z.string().nullable(),
  kind: z.enum(kinds),
})
/** What a revision did to its line. */
export type RevisionEffect = z.infer<typeof revisionEffectSchema>

/** Revisions that were written together: their first and last number, the last date, and how many lines they changed. */
export type HistoryChange = RevisionRange & { date: string; author: string | null } & Record<
    (typeof kinds)[number],
    number
  >
export type RevisionRange = { first: number; last: number }

const differenceSchema = z.object({ line: z.string(), before: z.string().nullable() })
/** The last revision of a line in a range, and the one before the range. */
const undoneSchema = z.object({
  _i: z.number(),
  _id: z.string(),
  _action: z.string(),
  _updatedAt: z.string(),
  created: z.number().nullable(),
  prior: z.number().nullable(),
  bytes: z.number().nullable(),
})
type Line = Record<string, unknown>
/** A line before and after a revision; undefined where it did not exist. */
export type LineDifference = { before: Line | undefined; after: Line | undefined }

/**
 * The changes before the revision of a number, newest first.
 *
 * @returns `before`: the number to continue from, when there are older changes
 * @throws `history-off`
 */
export async function readChanges(
  ctx: Context,
  dataset: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<{ changes: HistoryChange[]; before?: number }> {
  const { database, table, seesAuthors } = await openHistory(ctx, dataset, 'readRevisions')
  const author = seesAuthors ? `coalesce(line->>'_updatedByName',line->>'_revisedBy')` : `line->>'_updatedByName'`
  const isNew = `coalesce(${lastBefore(table, 'o._action', 'r._i')},'delete')='delete'`
  const { results } = await database
    .prepare(
      `SELECT _i,_updatedAt AS date,${author} AS author,` +
        `CASE WHEN _action='delete' THEN 'deleted' WHEN ${isNew} THEN 'created' ELSE 'modified' END AS kind ` +
        `FROM ${table} r WHERE _i<?1 ORDER BY _i DESC LIMIT ?2`,
    )
    .bind(before, limits.history.changesWindow)
    .all()
  const changes = groupRevisions(z.array(revisionEffectSchema).parse(results))
  const shown = changes.slice(0, limits.history.changesOfPage)
  const last = shown.at(-1)
  const hasOlder = shown.length < changes.length || results.length === limits.history.changesWindow
  return { changes: shown, ...(hasOlder && last ? { before: last.first } : {}) }
}

/** Steps, newest first, as changes: those of one transaction, or of the transactions of a large import. Pure. */
export function groupRevisions(steps: readonly RevisionEffect[]): HistoryChange[] {
  const transactions: HistoryChange[] = []
  for (const { _i, date, author, kind } of steps) {
    let transaction = transactions.at(-1)
    if (!transaction || transaction.author !== author || transaction.date !== date) {
      transaction = { first: _i, last: _i, date, author, created: 0, modified: 0, deleted: 0 }
      transactions.push(transaction)
    }
    transaction[kind]++
    transaction.first = _i
  }
  const changes: (HistoryChange & { since: string })[] = []
  for (const transaction of transactions) {
    const next = changes.at(-1)
    if (next && isContinued(transaction, next)) {
      for (const kind of kinds) next[kind] += transaction[kind]
      next.first = transaction.first
      next.since = transaction.date
    } else changes.push({ ...transaction, since: transaction.date })
  }
  return changes.map(({ since: _, ...change }) => change)
}

/** Whether a full transaction of an import was followed by the next one. */
function isContinued(
  { date, author, first, last }: HistoryChange,
  next: { since: string; author: string | null },
): boolean {
  const isFull = last - first + 1 >= limits.lines.firstBatchActions
  return isFull && author === next.author && Date.parse(next.since) - Date.parse(date) <= limits.history.sameChangeMs
}

/**
 * The differences of the last revisions of each range, in the order of the ranges. Very long lines have none.
 *
 * @throws `history-off`
 */
export async function readDifferences(
  ctx: Context,
  dataset: string,
  { ranges, size }: { ranges: readonly RevisionRange[]; size: number },
): Promise<LineDifference[][]> {
  if (ranges.length === 0) return []
  const { database, table } = await openHistory(ctx, dataset, 'readRevisions')
  const short = (line: string) => `iif(length(${line})<=${limits.history.comparedChars},${line},'{}')`
  const text =
    `SELECT ${short('line')} AS line,${lastBefore(table, short('o.line'), 'r._i')} AS before ` +
    `FROM ${table} r WHERE _i BETWEEN ?1 AND ?2 ORDER BY _i DESC LIMIT ?3`
  const pages = await database.batch(ranges.map(({ first, last }) => database.prepare(text).bind(first, last, size)))
  return pages.map(({ results }) =>
    z
      .array(differenceSchema)
      .parse(results)
      .map(({ line, before }) => ({ before: lineOf(before), after: lineOf(line) })),
  )
}

/** Number of lines of a range, and of those that were not written since: the lines that `undoActions` restores. */
export async function countUndone(
  ctx: Context,
  dataset: string,
  { first, last }: RevisionRange,
): Promise<{ lines: number; undone: number }> {
  const { database, table } = await openHistory(ctx, dataset, 'readRevisions')
  const counts = await database
    .prepare(
      `SELECT count(DISTINCT _id) AS lines,count(CASE WHEN ${isCurrent(table)} THEN 1 END) AS undone ` +
        `FROM ${table} r WHERE _i BETWEEN ?1 AND ?2`,
    )
    .bind(first, last)
    .first()
  return z.object({ lines: z.number(), undone: z.number() }).parse(counts)
}

/**
 * The actions of `_bulk_lines` that give the lines of a range the values that they had before it. Lines that were written since
 * are left out.
 *
 * @param input.keys of the columns that can be written
 * @param input.hasKey ids are computed from the values: they are not sent with new lines
 */
export async function* undoActions(
  ctx: Context,
  dataset: string,
  { first, last, keys, hasKey }: RevisionRange & { keys: readonly string[]; hasKey: boolean },
): AsyncGenerator<Record<string, unknown>> {
  const { database, table } = await openHistory(ctx, dataset, 'readRevisions')
  const prior = (sql: string) => lastBefore(table, sql, '?1')
  const text =
    `SELECT _i,_id,_action,_updatedAt,line->>'_created' AS created,${prior('o._i')} AS prior,${prior('octet_length(o.line)')} AS bytes ` +
    `FROM ${table} r WHERE _i>?3 AND _i<=?2 AND ${isCurrent(table)} ORDER BY _i LIMIT ?4`
  for (let after = first - 1; ; ) {
    const { results } = await database.prepare(text).bind(first, last, after, limits.history.undonePage).all()
    const revisions = z.array(undoneSchema).parse(results)
    for (const part of partsOf(revisions)) {
      const lines = await readPrior(database, table, part)
      for (const { _id, _action, _updatedAt, created, prior: number } of part) {
        const line = number === null ? undefined : lines.get(number)
        const isGone = _action === 'delete'
        const values =
          line && Object.fromEntries([...keys, '_owner', '_ownerName'].flatMap((key) => entryOf(line, key)))
        if (!values) {
          if (!isGone) yield { _action: 'delete', _id, _ifUpdatedAt: _updatedAt }
        } else if (isGone) {
          const creation = created === null ? {} : { _created: created }
          yield { ...values, _action: 'create', ...(hasKey ? {} : { _id }), ...creation }
        } else yield { ...values, _action: 'update', _id, _ifUpdatedAt: _updatedAt }
      }
    }
    const end = revisions.at(-1)
    if (!end || revisions.length < limits.history.undonePage) return
    after = end._i
  }
}

/** Revisions in parts whose earlier lines fit in memory. */
export function partsOf<Revision extends { bytes: number | null }>(revisions: readonly Revision[]): Revision[][] {
  const parts: Revision[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const revision of revisions) {
    bytes += revision.bytes ?? 0
    const part = parts.at(-1)
    if (part && bytes <= limits.lines.exportPageBytes) part.push(revision)
    else {
      parts.push([revision])
      bytes = revision.bytes ?? 0
    }
  }
  return parts
}

/** The earlier lines of some revisions, by their number; without deletions. */
export async function readPrior(
  database: D1Database,
  table: string,
  part: readonly { prior: number | null }[],
): Promise<Map<number, Line>> {
  const numbers = JSON.stringify(part.flatMap(({ prior }) => prior ?? []))
  const { results } = await database
    .prepare(`SELECT _i,line FROM ${table} WHERE _i IN (SELECT value FROM json_each(?1))`)
    .bind(numbers)
    .all<{ _i: number; line: string }>()
  return new Map(
    results.flatMap(({ _i, line: stored }) => {
      const line = lineOf(stored)
      return line ? [[_i, line] as const] : []
    }),
  )
}

/** An expression over the last revision `o` of a line before a number. */
export const lastBefore = (table: string, sql: string, number: string) =>
  `(SELECT ${sql} FROM ${table} o WHERE o._id=r._id AND o._i<${number} ORDER BY o._i DESC LIMIT 1)`

/** Whether a revision is the last one of its line. */
export const isCurrent = (table: string) => `NOT EXISTS (SELECT 1 FROM ${table} n WHERE n._id=r._id AND n._i>r._i)`

/** A stored revision as a line; undefined for a deletion. */
export function lineOf(text: string | null): Line | undefined {
  if (text === null) return undefined
  const line = JSON.parse(text) as Line // written by `commit`
  return line._deleted === true ? undefined : line
}

const entryOf = (line: Line, key: string): [string, unknown][] => (Object.hasOwn(line, key) ? [[key, line[key]]] : [])
