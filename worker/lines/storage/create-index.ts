import { foldedIndexName, placeIndexName, tableName, valueIndexName } from './table-names'

/** Names of the indexes that queries have wanted of a table: what its form asks for is not among them. */
export async function indexNames(db: D1Database, run: string): Promise<ReadonlySet<string>> {
  const { results } = await db
    .prepare(`SELECT name FROM sqlite_master WHERE type='index' AND tbl_name=?1`)
    .bind(tableName(run))
    .all<{ name: string }>()
  const prefixes = [valueIndexName(run, ''), foldedIndexName(run, ''), placeIndexName(run)].map(
    (name) => name.split('_', 1)[0],
  )
  return new Set(results.flatMap(({ name }) => (prefixes.includes(name.split('_', 1)[0]) ? name : [])))
}

/** Makes an index, unless it is there. @returns false when the table is gone */
export async function makeIndex(db: D1Database, form: IndexForm): Promise<boolean> {
  try {
    await db.prepare(form.text).run()
    return true
  } catch (error) {
    if (error instanceof Error && error.message.includes('no such table')) return false
    throw error
  }
}

export type IndexForm = { name: string; text: string; want: IndexCandidate }

/**
 * What an index would be of, by the key of its field, so that it is the same for the next version of the lines: its
 * values, its text without case and accents, or the positions of lines. Pure.
 */
export type IndexCandidate = { by: 'value' | 'folded'; key: string } | { by: 'place' }
