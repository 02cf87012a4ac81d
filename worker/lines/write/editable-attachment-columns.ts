/** The content of attachments in editable lines. The search index is updated with each change, unlike for lines of a file. */
import { fileFields } from '../../schema/attachment-fields'
import type { AttachmentValues } from '../storage/attachment-columns'
import { columnExpression } from '../storage/editable-columns'
import type { FieldPlacement, TablePointer } from '../storage/layout'
import { searchName, stateName, tableName } from '../storage/table-names'

const placeOf = ({ layout }: TablePointer, key: string): FieldPlacement | undefined =>
  layout.places.find((place) => place.key === key && place.column !== undefined)

/** Paths of attachments whose content is not stored in the lines yet. */
export async function unindexedPaths(
  db: D1Database,
  pointer: TablePointer,
  { field, limit }: { field: string; limit: number },
): Promise<string[]> {
  const [type, error, address] = ['_file.content_type', '_file.error', '_attachment_url'].map((key) =>
    placeOf(pointer, key),
  )
  if (!type || !error || !address) return []
  const name = columnExpression(pointer.layout, field)
  const { results } = await db
    .prepare(
      `SELECT DISTINCT ${name} AS path FROM ${tableName(pointer.run)} ` +
        `WHERE ${address.column} IS NOT NULL AND ${type.column} IS NULL AND ${error.column} IS NULL LIMIT ${limit}`,
    )
    .all<{ path: string }>()
  return results.map(({ path }) => path)
}

/** Paths of attachments in lines, in order, after a given path. */
export async function pathsInLines(
  db: D1Database,
  { run, layout }: TablePointer,
  { field, after, limit }: { field: string; after: string; limit: number },
): Promise<string[]> {
  const name = columnExpression(layout, field)
  const { results } = await db
    .prepare(`SELECT DISTINCT ${name} AS path FROM ${tableName(run)} WHERE ${name}>?1 ORDER BY 1 LIMIT ?2`)
    .bind(after, limit)
    .all<{ path: string }>()
  return results.map(({ path }) => path)
}

/** Removes the content of attachments from the lines that refer to them: `unindexedPaths` returns their paths again. */
export function forgetLineAttachmentValues(
  db: D1Database,
  pointer: TablePointer,
  { field, paths }: { field: string; paths: readonly string[] },
): Promise<void> {
  return writeLineAttachmentValues(db, pointer, { field, facts: paths.map((path) => ({ path })) })
}

/** Writes the content of attachments to the lines that refer to them, and to the search index, in one batch. */
export async function writeLineAttachmentValues(
  db: D1Database,
  pointer: TablePointer,
  { field, facts }: { field: string; facts: readonly AttachmentValues[] },
): Promise<void> {
  const { run, layout } = pointer
  const keys = Object.keys(fileFields).filter(isFileField)
  const places = keys.flatMap((key) => {
    const place = placeOf(pointer, key)
    return place ? [{ key, place }] : []
  })
  if (places.length === 0 || facts.length === 0) return
  const [lines, search] = [tableName(run), searchName(run)]
  const columns = places.flatMap(({ place: { column, instant } }) => [column, ...(instant ? [instant] : [])])
  const rows = facts.map((one) => [
    one.path,
    ...places.flatMap(({ key, place }) => {
      const value = one[key] ?? null
      return place.instant === undefined ? [value] : [value, typeof value === 'string' ? Date.parse(value) : null]
    }),
  ])
  const name = columnExpression(layout, field)
  const searched = layout.searchable.join(',')
  const named = `${name} IN (SELECT value->>0 FROM json_each(?1))`
  const json = JSON.stringify(rows)
  const indexed = (sql: string) => (searched ? [db.prepare(sql).bind(json)] : [])
  await db.batch([
    ...indexed(
      `INSERT INTO ${search} (${search},rowid,${searched}) SELECT 'delete',_i,${searched} FROM ${lines} WHERE ${named}`,
    ),
    db
      .prepare(
        `UPDATE ${lines} SET ${columns.map((column, at) => `${column}=j.value->>${at + 1}`).join(',')} ` +
          `FROM json_each(?1) AS j WHERE ${name}=j.value->>0`,
      )
      .bind(json),
    ...indexed(`INSERT INTO ${search} (rowid,${searched}) SELECT _i,${searched} FROM ${lines} WHERE ${named}`),
    // The lines change without a write of a client: a longer token invalidates cached responses.
    db.prepare(`UPDATE ${stateName(run)} SET token=coalesce(token,'')||'.'`),
  ])
}

const isFileField = (key: string): key is keyof typeof fileFields => Object.hasOwn(fileFields, key)
