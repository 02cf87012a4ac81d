import type { TableDatabases } from '../../db/lines-databases'
import { limits } from '../../limits'
import { planLines } from '../query/plan/plan'
import type { LinesRequest } from '../query/request'
import type { LineSource } from '../query/source'
import type { Scalar } from '../query/sql-text'
import { type LinesPage, readLines } from './read-lines'

/** Bytes of a line as JSON on average; without the values where their size is not known. */
export function lineBytes({ pointer, fields, parts = [] }: LineSource): number {
  const valueBytes = [pointer, ...parts.map((part) => part.pointer)]
    .filter(({ count }) => count > 0)
    .map(({ valueBytes = 0, count }) => valueBytes / count)
  return Math.max(0, ...valueBytes) + fields.reduce((sum, { key }) => sum + key.length + jsonMarks, 0)
}

/** Bytes to reserve for each line of a page: the average, multiplied for long lines, whose lengths vary more. */
export function longLineBytes(source: LineSource): number {
  const bytes = lineBytes(source)
  return bytes > limits.lines.longLineBytes ? bytes * limits.lines.longLineVariation : bytes
}

/** Quotes, colon and comma of a member. */
const jsonMarks = 6

/** The lines of a page that has about `limits.lines.exportPageBytes`. */
export const pageRows = (source: LineSource): number => rowsOf(longLineBytes(source))

const rowsOf = (bytes: number): number =>
  Math.max(1, Math.min(limits.lines.exportPageRows, Math.floor(limits.lines.exportPageBytes / Math.max(1, bytes))))

/** The lines of the page after another one, whose lines may be much shorter than those of all columns. */
function followingRows(rows: number, { lines, returned }: LinesPage): number {
  const chars = lines.reduce((sum, text) => sum + text.length, 0)
  return Math.min(rowsOf(chars / Math.max(1, returned)), rows * maxGrowth)
}

/** After a page of short lines there may be long ones. */
const maxGrowth = 8

/**
 * The lines of a request in pages that follow each other by cursor, uncounted: a request of any size in constant memory.
 *
 * @throws Error of D1
 */
export async function* linePages(
  db: TableDatabases,
  source: LineSource,
  request: LinesRequest,
): AsyncGenerator<LinesPage> {
  let rows = pageRows(source)
  let following: LinesRequest = { ...request, count: false }
  let left = request.size
  let skipped = 0
  while (left > 0) {
    const plan = planLines(following, source)
    const limit = Math.min(left, rows)
    const page = await readLines(db, { ...plan, limit, offset: plan.offset + skipped })
    yield page
    left -= page.returned
    rows = followingRows(rows, page)
    if (request.collapse !== undefined) {
      // Collapsed lines have no cursor.
      if (page.returned < limit && !page.isCut) return
      skipped += page.returned
      continue
    }
    if (page.cursor === undefined) return
    // The cursor has the elements of a JSON array of scalars.
    following = { ...following, page: 1, after: JSON.parse(`[${page.cursor}]`) as Scalar[] }
  }
}
