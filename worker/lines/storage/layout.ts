import { z } from '@hono/zod-openapi'
import type { LocationFields } from '../../geometry'
import { limits } from '../../limits'
import { attachmentFields, isSearchedInFiles } from '../../schema/attachment-fields'
import { capable } from '../../schema/capabilities'
import type { Field } from '../../schema/field'

/** The storage of one field. `column` is generated (`c0`, `c1` …): no user text is an SQL identifier. */
const placeSchema = z.object({
  key: z.string(),
  /** SQLite affinity: INTEGER for integers and booleans (0/1), NUMERIC for numbers (2.0 is stored as 2), else TEXT. */
  affinity: z.enum(['INTEGER', 'NUMERIC', 'TEXT']),
  /** Physical column, or position in the JSON array of `_more` for the fields beyond `limits.lines.maxColumns`. */
  column: z.string().optional(),
  more: z.number().int().min(0).optional(),
  /** Column of the instant (epoch in ms) of a date-time, whose text is stored with its original offset. */
  instant: z.string().optional(),
  /** Values are JSON arrays of strings, split at ingestion (`separator`). */
  multiple: z.boolean().optional(),
  /** Every value is ASCII: sorting needs no accent folding. */
  ascii: z.boolean().optional(),
})
export type FieldPlacement = z.infer<typeof placeSchema>

/** The physical layout of one version of the lines of a dataset, fixed when its table is created and stored with the pointer to it. */
export const layoutSchema = z.object({
  places: z.array(placeSchema),
  /** Columns of the full-text index, in its order (physical column names). Empty: the table has none. */
  searchable: z.array(z.string()),
  /** The table has `_lat` and `_lon` (REAL). */
  located: z.boolean(),
  /** Key of the geometry field: the table has `_west`, `_south`, `_east`, `_north` and `_shape`. */
  shaped: z.string().optional(),
  /** Bytes of the longest line as JSON, an upper estimate: bounds how many lines one answer row may hold. */
  maxLineBytes: z.number().int(),
  /** Lines are editable: each has an `_id`, a date and an author (`lines/write`). */
  editable: z.boolean().optional(),
})
export type Layout = z.infer<typeof layoutSchema>

const shardSchema = z.number().int().min(0)
const bookmarkSchema = z.string().optional()

/** A range of the lines of a table, in a database of its own. */
const segmentSchema = z.object({
  shard: shardSchema,
  /** Number of its first line; the range ends before the next segment. */
  from: z.number().int().min(1),
  /** Lines of the range. */
  count: z.number().int().min(0),
  /** See `TablePointer`. */
  bookmark: bookmarkSchema,
})

/** The database and the table of a version of the lines of a dataset. */
export const tablePointerSchema = z.object({
  /** Index of the binding: LINES_0, LINES_1 … */
  shard: shardSchema,
  /** `lines_<run>`; its full-text index is `search_<run>`. */
  run: z.string().regex(/^[a-z0-9]+$/),
  layout: layoutSchema,
  /** Lines in the table. */
  count: z.number().int().min(0),
  /** Bytes of the values of the lines of a file as CSV, with a separator or a line end after each. */
  valueBytes: z.number().int().min(0).optional(),
  /** Bytes of the values of the longest editable line, when lines were last measured. */
  longestBytes: z.number().int().min(0).optional(),
  /** Name of the table of revisions, which outlives runs. */
  history: z
    .string()
    .regex(/^[a-z0-9]+$/)
    .optional(),
  /** The D1 bookmark at which a table that does not change any more is complete: replicas as new as it can serve it. */
  bookmark: bookmarkSchema,
  /** The ranges of a table that is larger than one database may hold, in order; the first is in `shard`. */
  segments: z.array(segmentSchema).optional(),
})
export type TablePointer = z.infer<typeof tablePointerSchema>

/** Statistics of a field, from the analysis of the file. */
export type FieldFacts = { maxBytes: number; nonAscii: boolean }

/** The stored fields, in the order of the layout: those of the file, then the content of attachments. */
export function tableFields(fields: readonly Field[]): Field[] {
  return [...fields, ...attachmentFields(fields)]
}

const factsOfContent: ReadonlyMap<string, FieldFacts> = new Map([
  ['_file.content', { maxBytes: limits.attachments.maxContentBytes, nonAscii: true }],
])

/** A date takes two columns. */
const attachedColumns = (attached: readonly Field[]): number =>
  attached.length + attached.filter(({ format }) => format).length

/**
 * Decides the physical form for a schema (calculated fields excluded by the caller).
 *
 * @param location the fields of the position (`_geopoint`), if any
 */
export function layoutOf(
  fields: readonly Field[],
  facts: ReadonlyMap<string, FieldFacts>,
  location: LocationFields | undefined,
): Layout {
  const places: FieldPlacement[] = []
  const searchable: string[] = []
  let columns = 0
  let more = 0
  let maxLineBytes = 200
  const attached = attachmentFields(fields)
  for (const field of [...fields, ...attached]) {
    const fieldFacts = facts.get(field.key) ?? factsOfContent.get(field.key)
    // Escaping may turn one byte into six (\u0000); two covers quotes and line ends, the usual case.
    maxLineBytes += Buffer.byteLength(field.key) + 8 + 2 * (fieldFacts?.maxBytes ?? limits.schema.maxFilterableChars)
    const placement: FieldPlacement = { key: field.key, affinity: affinityOf(field) }
    if (field.separator) placement.multiple = true
    if (fieldFacts && !fieldFacts.nonAscii) placement.ascii = true
    const isInstant = field.type === 'string' && field.format === 'date-time' && !field.separator
    // The content of attachments always has columns, since it is searched and updated by column.
    const most = limits.lines.maxColumns - (attached.includes(field) ? 0 : attachedColumns(attached))
    if (columns + (isInstant ? 2 : 1) <= most) {
      placement.column = `c${columns++}`
      if (isInstant) placement.instant = `c${columns++}`
      if (attached.includes(field) ? isSearchedInFiles(field.key) : isSearchable(field))
        searchable.push(placement.column)
    } else {
      placement.more = more++
    }
    places.push(placement)
  }
  const shaped = location?.shape === undefined ? undefined : fields[location.shape]?.key
  if (shaped === undefined) return { places, searchable, located: location !== undefined, maxLineBytes }
  maxLineBytes += 2 * (facts.get(shaped)?.maxBytes ?? limits.schema.maxFilterableChars)
  return { places, searchable, located: true, shaped, maxLineBytes }
}

/** The affinity of the column of a field. */
export function affinityOf(field: Field): FieldPlacement['affinity'] {
  if (field.separator) return 'TEXT'
  if (field.type === 'integer' || field.type === 'boolean') return 'INTEGER'
  return field.type === 'number' ? 'NUMERIC' : 'TEXT'
}

function isSearchable(field: Field): boolean {
  return field.type === 'string' && !field.format && (capable(field, 'text') || capable(field, 'textStandard'))
}
