/** `restoreLines`: deleted lines are created again with the ids and the values that they had. */
import { z } from 'zod'
import type { Context } from '../../../context'
import { limits } from '../../../limits'
import type { BulkSummary } from '../../../lines/write/bulk-summary'
import { encoded } from '../../../net/byte-stream'
import { ruleOf } from '../../../schema/line-error-texts'
import { isDeleted } from '../read/deletions'
import { lastBefore, partsOf, type RevisionRange, readPrior } from '../read/history'
import { openHistory } from '../read/revisions'
import type { WritableTable } from '../write/open-writable-table'
import { checkRoom } from '../write/storage-quota'
import { writeActions } from './write-actions'

type Line = Record<string, unknown>
export type Restored = {
  nbRestored: number
  /** Lines with an id that exists again: others restored them meanwhile, or wrote lines with the same key. */
  nbPresent: number
  nbErrors: number
  /** Some of the lines that could not be restored, with the values that they had, and why. */
  errors: { line: Line; error: string; status: number }[]
  /** The number to continue from, when there are more lines in the range. */
  next?: number
}

const deletedSchema = z.object({
  _i: z.number(),
  _id: z.string(),
  created: z.number().nullable(),
  prior: z.number(),
  bytes: z.number(),
})
type Deleted = z.infer<typeof deletedSchema>

/**
 * Restores the lines that the revisions of a range have deleted, as many as one request restores. Lines that exist are left as they are,
 * so that a repeated or concurrent request restores nothing twice.
 *
 * @throws `history-off`, `history-for-editors`, `dataset-full`, `quota-storage`
 */
export async function restoreLines(
  ctx: Context,
  table: WritableTable,
  { first, last }: RevisionRange,
): Promise<Restored> {
  const { database, table: history, lines } = await openHistory(ctx, table.dataset.id, 'readRevisions')
  const prior = (sql: string) => lastBefore(history, sql, 'r._i')
  const { results } = await database
    .prepare(
      `SELECT _i,_id,line->>'_created' AS created,${prior('o._i')} AS prior,${prior('octet_length(o.line)')} AS bytes ` +
        `FROM ${history} r WHERE _i BETWEEN ?1 AND ?2 AND ${isDeleted({ table: history, lines })} ORDER BY _i LIMIT ?3`,
    )
    .bind(first, last, limits.history.restoredAtOnce)
    .all()
  const deleted = z.array(deletedSchema).parse(results)
  const end = deleted.at(-1)
  if (!end) return { nbRestored: 0, nbPresent: 0, nbErrors: 0, errors: [] }
  await checkRoom(
    ctx,
    table.dataset,
    deleted.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  const summary = await writeAll(ctx, table, actionsOf(table, deleted, { database, history }))
  const present = summary.errors.filter(({ error }) => ruleOf(error)?.rule === 'idTaken')
  const refused = summary.errors.filter((error) => !present.includes(error))
  const listed = refused.slice(0, limits.lines.listedErrors)
  const before = await readPrior(
    database,
    history,
    listed.flatMap(({ line }) => deleted[line] ?? []),
  )
  const isStopped = refused.some(({ line }) => line === -1)
  return {
    nbRestored: summary.nbCreated,
    nbPresent: present.length,
    // An error that stops the request is that of all lines after it.
    nbErrors: deleted.length - summary.nbCreated - present.length,
    errors: listed.map(({ line, error, status }) => {
      const { _id, prior } = deleted[line] ?? {}
      const { _revisedBy, ...values } = before.get(prior ?? 0) ?? {}
      return { line: _id === undefined ? {} : { ...values, _id }, error, status }
    }),
    ...(deleted.length === limits.history.restoredAtOnce && end._i < last && !isStopped ? { next: end._i + 1 } : {}),
  }
}

/** The actions that create the lines with the values of the columns that can be written, those of a primary key with the id of their values. */
async function* actionsOf(
  { writeSchema }: WritableTable,
  deleted: readonly Deleted[],
  { database, history }: { database: D1Database; history: string },
): AsyncGenerator<string> {
  const keys = [...writeSchema.readers.keys()]
  const hasKey = writeSchema.primaryKey.length > 0
  for (const part of partsOf(deleted)) {
    const lines = await readPrior(database, history, part)
    for (const { _id, created, prior } of part) {
      const line = lines.get(prior) ?? {}
      const values = keys.flatMap((key) => (Object.hasOwn(line, key) ? [[key, line[key]]] : []))
      const action = {
        _action: 'create',
        ...(hasKey ? {} : { _id }),
        ...(created === null ? {} : { _created: created }),
      }
      yield `${JSON.stringify({ ...Object.fromEntries(values), ...action })}\n`
    }
  }
}

async function writeAll(ctx: Context, table: WritableTable, actions: AsyncIterable<string>): Promise<BulkSummary> {
  const source = { bytes: encoded(actions), format: 'ndjson', maxBytes: ctx.config.MAX_FILE_BYTES } as const
  const maxErrors = limits.history.restoredAtOnce
  for await (const { summary, isLast } of writeActions(ctx, { table, operation: 'bulkLines', source, maxErrors })) {
    if (isLast) return summary
  }
  throw new Error('a bulk ended without summary')
}
