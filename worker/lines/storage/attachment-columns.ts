/** What attachments say, written into the lines that name them. Each verb may be repeated without effect. */
import { addressField, type FileField, fileFields } from '../../schema/attached'
import type { Place, TablePointer } from './layout'
import { tableName } from './table-names'

/** What is written of one attachment: its path, then a value for each field that has any. */
export type AttachedFacts = { path: string } & Partial<Record<FileField, string | number | null>>

/** Where the name of an attachment stands in a line; undefined when lines have no place for what it says. */
function nameOf({ layout }: TablePointer, field: string): string | undefined {
  if (!layout.places.some(({ key }) => key === addressField)) return undefined
  const place = layout.places.find(({ key }) => key === field)
  if (!place) return undefined
  return place.column ?? `(_more->>${place.more ?? 0})`
}

/** Prepares lines to be found by the attachment that they name. @returns whether what it says has a place in them */
export async function indexByAttachment(db: D1Database, pointer: TablePointer, field: string): Promise<boolean> {
  const name = nameOf(pointer, field)
  if (name === undefined || !pointer.layout.places.some(({ key }) => isFileField(key))) return false
  const table = tableName(pointer.run)
  await db.prepare(`CREATE INDEX IF NOT EXISTS ${table}_attached ON ${table} (${name})`).run()
  return true
}

/** Those of the paths that some line names. */
export async function namedPaths(
  db: D1Database,
  pointer: TablePointer,
  { field, paths }: { field: string; paths: readonly string[] },
): Promise<Set<string>> {
  const name = nameOf(pointer, field)
  if (name === undefined || paths.length === 0) return new Set()
  const { results } = await db
    .prepare(
      `SELECT value AS path FROM json_each(?1) WHERE EXISTS (SELECT 1 FROM ${tableName(pointer.run)} WHERE ${name}=value)`,
    )
    .bind(JSON.stringify(paths))
    .all<{ path: string }>()
  return new Set(results.map(({ path }) => path))
}

/** Writes what attachments say. The caller bounds the size of one call (`limits.attachments.writtenChars`). */
export async function writeAttachedFacts(
  db: D1Database,
  pointer: TablePointer,
  { field, facts }: { field: string; facts: readonly AttachedFacts[] },
): Promise<void> {
  const name = nameOf(pointer, field)
  const places = pointer.layout.places.filter((place) => isFileField(place.key) && place.column !== undefined)
  if (name === undefined || places.length === 0 || facts.length === 0) return
  const columns = places.flatMap(({ column, instant }) => [column, ...(instant ? [instant] : [])])
  const rows = facts.map((one) => [one.path, ...places.flatMap((place) => valuesOf(place, one))])
  await db
    .prepare(
      `UPDATE ${tableName(pointer.run)} SET ${columns.map((column, at) => `${column}=j.value->>${at + 1}`).join(',')} ` +
        `FROM json_each(?1) AS j WHERE ${name}=j.value->>0`,
    )
    .bind(JSON.stringify(rows))
    .run()
}

function valuesOf({ key, instant }: Place, facts: AttachedFacts): (string | number | null)[] {
  const value = isFileField(key) ? (facts[key] ?? null) : null
  return instant === undefined ? [value] : [value, typeof value === 'string' ? Date.parse(value) : null]
}

function isFileField(key: string): key is FileField {
  return Object.hasOwn(fileFields, key)
}
