/** The deleted lines of a dataset with history: those whose last revision is a deletion, and whose values the history still has. */
import { z } from 'zod'
import type { Context } from '../../../context'
import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { wholeNumber } from '../../../net/whole-number'
import { isCurrent, lineOf, type RevisionRange } from './history'
import { openHistory } from './revisions'

const deletionSchema = z.object({
  date: z.string(),
  author: z.string().nullable(),
  first: z.number(),
  last: z.number(),
  count: z.number(),
  line: z.string(),
})
type Line = Record<string, unknown>

/** Lines that were deleted in one transaction: the numbers of its revisions, how many of its lines are deleted, and one of them. */
export type Deletion = RevisionRange & { date: string; _updatedByName?: string; count: number; line: Line }
/** `total`: deleted lines of all pages. */
export type DeletionsPage = { total: number; results: Deletion[]; before?: number }

/**
 * The deletions before the revision of a number, newest first, of lines that are deleted now.
 *
 * @throws `history-off`, `parameter-invalid`, `window-too-large`
 */
export async function readDeletions(
  ctx: Context,
  { dataset, ...sent }: { dataset: string; size?: string | undefined; before?: string | undefined },
): Promise<DeletionsPage> {
  const { database, table, lines, seesAuthors } = await openHistory(ctx, dataset, 'readRevisions')
  const size = sent.size ? wholeNumber('size', sent.size) : limits.history.deletionsOfPage
  if (size > limits.history.maxDeletions) throw problem('window-too-large', { max: limits.history.maxDeletions })
  const before = sent.before ? wholeNumber('before', sent.before) : Number.MAX_SAFE_INTEGER
  const author = seesAuthors ? `coalesce(line->>'_updatedByName',line->>'_revisedBy')` : `line->>'_updatedByName'`
  const deleted = `FROM ${table} r WHERE ${isDeleted({ table, lines })}`
  const groups =
    `SELECT _updatedAt AS date,${author} AS author,min(_i) AS first,max(_i) AS last,count(*) AS count ${deleted} ` +
    `GROUP BY 1,2 HAVING max(_i)<?1 ORDER BY 4 DESC LIMIT ?2`
  const short = `iif(length(o.line)<=${limits.history.comparedChars},o.line,'{}')`
  const ofFirst = `(SELECT _id FROM ${table} WHERE _i=g.first)`
  const text =
    `SELECT g.*,(SELECT json_set(${short},'$._id',o._id) FROM ${table} o ` +
    `WHERE o._id=${ofFirst} AND o._i<g.first ORDER BY o._i DESC LIMIT 1) AS line FROM (${groups}) g`
  const [count, page] = await database.batch([
    database.prepare(`SELECT count(*) AS total ${deleted}`),
    database.prepare(text).bind(before, size),
  ])
  const deletions = z.array(deletionSchema).parse(page?.results ?? [])
  const results = deletions.map(({ author, line, ...deletion }) => {
    const { _revisedBy, ...values } = lineOf(line) ?? {}
    return { ...deletion, ...(author === null ? {} : { _updatedByName: author }), line: values }
  })
  const last = results.at(-1)
  return {
    total: z.object({ total: z.number() }).parse(count?.results[0]).total,
    results,
    ...(last && results.length === size ? { before: last.last } : {}),
  }
}

/** Whether a revision `r` is the deletion of a line that is deleted now, and has an earlier revision. */
export const isDeleted = ({ table, lines }: { table: string; lines: string }): string =>
  `r._action='delete' AND ${isCurrent(table)} AND NOT EXISTS (SELECT 1 FROM ${lines} t WHERE t._id=r._id) ` +
  `AND EXISTS (SELECT 1 FROM ${table} o WHERE o._id=r._id AND o._i<r._i)`
