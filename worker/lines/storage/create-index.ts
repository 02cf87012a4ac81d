import { foldedIndexName, placeIndexName, tableName, valueIndexName } from './table-names'

/** Names of the indexes that were created on demand, without those of the layout. */
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

/** Creates an index if it does not exist. @returns false when the table was dropped */
export async function makeIndex(db: D1Database, form: IndexForm): Promise<boolean> {
  try {
    await db.prepare(form.text).run()
    return true
  } catch (error) {
    if (error instanceof Error && error.message.includes('no such table')) return false
    throw error
  }
}

export type IndexForm = { name: string; text: string; candidate: IndexCandidate }

/**
 * A possible index, by the key of its field, which is stable over the versions of the lines: on the
 * values, on the text without case and accents, or on the positions of lines.
 */
export type IndexCandidate = { by: 'value' | 'folded'; key: string } | { by: 'place' }
