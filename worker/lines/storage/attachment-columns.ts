/** The content of attachments, stored in the lines that refer to them. All functions are idempotent. */
import { addressField, type FileField, fileFields } from '../../schema/attachment-fields'
import type { FieldPlacement, TablePointer } from './layout'
import { tableName } from './table-names'

/** The values extracted from one attachment: its path, and the fields that have a value. */
export type AttachmentValues = { path: string } & Partial<Record<FileField, string | number | null>>

/** The column of the path of an attachment; undefined when the table has no column for the content. */
function nameOf({ layout }: TablePointer, field: string): string | undefined {
  if (!layout.places.some(({ key }) => key === addressField)) return undefined
  const place = layout.places.find(({ key }) => key === field)
  if (!place) return undefined
  return place.column ?? `(_more->>${place.more ?? 0})`
}

/** Creates an index on the path of attachments. @returns whether the table has columns for their content */
export async function indexByAttachment(db: D1Database, pointer: TablePointer, field: string): Promise<boolean> {
  const name = nameOf(pointer, field)
  if (name === undefined || !pointer.layout.places.some(({ key }) => isFileField(key))) return false
  const table = tableName(pointer.run)
  await db.prepare(`CREATE INDEX IF NOT EXISTS ${table}_attached ON ${table} (${name})`).run()
  return true
}

/** The paths that at least one line refers to. */
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

/** Writes the content of attachments. The caller bounds the size of one call (`limits.attachments.writtenChars`). */
export async function writeAttachmentValues(
  db: D1Database,
  pointer: TablePointer,
  { field, facts }: { field: string; facts: readonly AttachmentValues[] },
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

function valuesOf({ key, instant }: FieldPlacement, facts: AttachmentValues): (string | number | null)[] {
  const value = isFileField(key) ? (facts[key] ?? null) : null
  return instant === undefined ? [value] : [value, typeof value === 'string' ? Date.parse(value) : null]
}

function isFileField(key: string): key is FileField {
  return Object.hasOwn(fileFields, key)
}
