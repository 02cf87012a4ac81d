/** The rows of a page of a list: read in groups, because their documents may not fit in memory together. */
import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { limits } from '../../limits'

const { groupBytes, groupMs, pollMs, pageChars, maxDocumentChars } = limits.lists

/** A row and the bytes of its documents. */
export type RowSize = { id: string; bytes: number }

/** The bytes of the documents of a row, of which SQLite reads no more than the header of the row. */
export const documentBytes = (columns: readonly SQLiteColumn[]): SQL<number> =>
  sql<number>`${sql.join(
    columns.map((column) => sql`coalesce(octet_length(${column}), 0)`),
    sql` + `,
  )}`

export const totalBytes = (sizes: readonly RowSize[]): number => sizes.reduce((sum, { bytes }) => sum + bytes, 0)

/** Until when another request of this isolate reads a group; a request that was interrupted does not say that it ends. */
let readingUntil = 0

/**
 * What becomes of rows, in the order of their ids. They are read in groups of at most `limits.lists.groupBytes` or of one row, and
 * one group at a time in an isolate, whose requests share its memory. Rows that were deleted meanwhile are left out.
 */
export async function* readInGroups<Row, Result>(
  sizes: readonly RowSize[],
  read: (ids: string[]) => Promise<ReadonlyMap<string, Row>>,
  resultOf: (row: Row) => Result,
): AsyncGenerator<Result> {
  const readGroup = async (ids: string[]) => {
    const rows = await read(ids)
    return ids.flatMap((id) => {
      const row = rows.get(id)
      return row === undefined ? [] : [resultOf(row)]
    })
  }
  const isLarge = totalBytes(sizes) > groupBytes
  for (const ids of groupsOf(sizes)) yield* isLarge ? await inTurn(() => readGroup(ids)) : await readGroup(ids)
}

async function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
  // A promise of another request must not be awaited: the runtime may end its context.
  while (readingUntil > Date.now()) await scheduler.wait(pollMs)
  readingUntil = Date.now() + groupMs
  const own = readingUntil
  try {
    return await read()
  } finally {
    if (readingUntil === own) readingUntil = 0
  }
}

function* groupsOf(sizes: readonly RowSize[]): Generator<string[]> {
  let ids: string[] = []
  let size = 0
  for (const { id, bytes } of sizes) {
    if (ids.length > 0 && size + bytes > groupBytes) {
      yield ids
      ids = []
      size = 0
    }
    ids.push(id)
    size += bytes
  }
  if (ids.length > 0) yield ids
}

/**
 * A document that a page of the service shows with others, without its largest properties where it is larger than its share of the
 * page. Its own page has all of them.
 */
export function withinShare<Document extends object>(document: Document, documents: number): Document {
  const share = Math.max(maxDocumentChars, pageChars / documents)
  const sized = Object.entries(document).map(([name, value]) => ({ name, size: JSON.stringify(value)?.length ?? 0 }))
  let size = sized.reduce((sum, one) => sum + one.size, 0)
  const dropped = new Set<string>()
  for (const one of sized.toSorted((a, b) => b.size - a.size)) {
    if (size <= share) break
    dropped.add(one.name)
    size -= one.size
  }
  // Properties that always have a value are short.
  return Object.fromEntries(Object.entries(document).filter(([name]) => !dropped.has(name))) as Document
}
