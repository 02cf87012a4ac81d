/** Columns of a file that have another header than before and keep their key. Pure. */
import { z } from '@hono/zod-openapi'
import { limits } from '../../limits'
import type { DetectedField, Field } from '../field'
import { foldAccents } from '../fold-accents'
import { withDetectedColumn } from '../merge-schema'
import type { ColumnKey, KeyAlgorithm } from './column-keys'

const keySchema = z.string().min(1).max(limits.schema.maxKeyChars)

/** A column with the key `key`, by decision of its publisher, whose header gives the key `fileKey`; also in the next files. */
const renamedColumnSchema = z.strictObject({ fileKey: keySchema, key: keySchema }).openapi('RenamedColumn')
export const renamedColumnsSchema = z.array(renamedColumnSchema).max(limits.files.maxColumns)
export type RenamedColumn = z.infer<typeof renamedColumnSchema>

/** How the headers of a file become keys. `leftOut`: headers of columns that are not published. */
export type KeyRules = {
  algorithm?: KeyAlgorithm | undefined
  renamed?: readonly RenamedColumn[] | undefined
  leftOut?: readonly string[] | undefined
}

/** The columns of a file with the keys they keep. A column whose header gives a key itself has that key before any other. */
export function withKeptKeys(columns: readonly ColumnKey[], renamed: readonly RenamedColumn[] = []): ColumnKey[] {
  const keys = keptKeys(
    columns.map(({ key }) => key),
    renamed,
  )
  return columns.map((column) => ({ ...column, key: keys(column.key) }))
}

/** The key that a column keeps, by the key of its header. */
function keptKeys(ofHeaders: readonly string[], renamed: readonly RenamedColumn[]): (key: string) => string {
  const taken = new Set(ofHeaders)
  const kept = new Map(renamed.flatMap(({ fileKey, key }) => (taken.has(key) ? [] : [[fileKey, key]])))
  return (key) => kept.get(key) ?? key
}

/** The renamed columns of two decisions: a key has the header of the later one. */
export function laterRenamed(before: readonly RenamedColumn[], after: readonly RenamedColumn[]): RenamedColumn[] {
  const keys = new Set(after.map(({ key }) => key))
  const fileKeys = new Set(after.map(({ fileKey }) => fileKey))
  return [...before.filter(({ key, fileKey }) => !keys.has(key) && !fileKeys.has(fileKey)), ...after]
}

type FileFields = { schema: readonly Field[]; detected: readonly DetectedField[] }

/**
 * The fields of a new file in which renamed columns have the key and the settings of the field before: title, description,
 * concept, labels, rules. Each is where the column of the file was.
 */
export function withRenamed(
  before: readonly Field[],
  { schema, detected }: FileFields,
  renamed: readonly RenamedColumn[],
): { schema: Field[]; detected: DetectedField[] } {
  const fieldsByKey = new Map(before.map((field) => [field.key, field]))
  const kept = new Map(renamed.map(({ fileKey, key }) => [fileKey, key]))
  const columns = new Map(detected.map((column) => [column.key, column]))
  const renamedField = (field: Field): Field => {
    const key = kept.get(field.key)
    const old = key === undefined ? undefined : fieldsByKey.get(key)
    const column = columns.get(field.key)
    if (!old || !column) return field
    // A column without a title is shown with its header: the former one becomes the title, unless it names another year.
    const isNumbered = differInDigits(old['x-originalName'] ?? old.key, column['x-originalName'] ?? column.key)
    const titled = isNumbered ? old : { ...old, title: old.title || old['x-originalName'] }
    return withDetectedColumn(titled, { ...column, key: old.key })
  }
  return {
    schema: schema.map(renamedField),
    detected: detected.map((column) => ({ ...column, key: kept.get(column.key) ?? column.key })),
  }
}

/** Whether two names have the same letters and other digits: those of two years, or of two numbers of a series. */
export function differInDigits(one: string, other: string): boolean {
  const [letters, otherLetters] = [one, other].map((name) => foldAccents(name).replace(/\P{L}+/gu, ''))
  const [digits, otherDigits] = [one, other].map((name) => name.replace(/\D+/g, ' ').trim())
  return letters === otherLetters && digits !== otherDigits
}

/** Fields in the order of those before, then the others in theirs. */
export function inOrderOf(before: readonly Field[], fields: readonly Field[]): Field[] {
  const indexes = new Map(before.map(({ key }, at) => [key, at]))
  const indexOf = ({ key }: Field) => indexes.get(key) ?? before.length
  return [...fields].sort((a, b) => indexOf(a) - indexOf(b))
}
