/**
 * `mergeSchema`: the schema after a file was analyzed; `structureDifferences`: the differences between two schemas;
 * `withDetectedNotation`: a field with the notation of its dates in the file.
 */
import { problem } from '../errors'
import { defaultCapabilities } from './capabilities'
import { typedByConcept } from './concepts'
import { type DetectedField, effectiveFormat, type Field, fieldFormats, fieldTypes, nameOf } from './field'

/** Keys of fields, in the order of the schema they belong to. */
export type StructureDifferences = { missing: string[]; added: string[]; changed: string[] }

/**
 * Merges the columns of a file into a schema : settings by key from the schema, type and format from the
 * file, then `x-transform`, then the concept. Order: existing fields, new columns, extensions; columns that are no
 * longer in the file and calculated fields are dropped. Throws `extension-key-taken` when the file holds the key of an extension.
 */
export function mergeSchema(existing: readonly Field[], detected: readonly DetectedField[]): Field[] {
  const columns = new Map(detected.map((column) => [column.key, column]))
  const merged: Field[] = []
  const extensions: Field[] = []
  for (const field of existing) {
    if (field['x-calculated']) continue
    const column = columns.get(field.key)
    if (field['x-extension']) {
      if (column) throw problem('extension-key-taken', { key: field.key })
      extensions.push(field)
    } else if (column) {
      merged.push(withDetectedColumn(field, column))
      columns.delete(field.key)
    }
  }
  for (const column of columns.values()) merged.push(newField(column))
  return [...merged, ...extensions]
}

/**
 * The differences between a published schema and that of a draft: fields that do not come from the file are ignored, calculated ones and
 * those of extensions; `uri-reference` counts as no format.
 */
export function structureDifferences(published: readonly Field[], draft: readonly Field[]): StructureDifferences {
  const before = new Map(published.filter(isSent).map((field) => [field.key, typeOf(field)]))
  const after = new Map(draft.filter(isSent).map((field) => [field.key, typeOf(field)]))
  const keys = [...before.keys()]
  return {
    missing: keys.filter((key) => !after.has(key)),
    added: [...after.keys()].filter((key) => !before.has(key)),
    changed: keys.filter((key) => after.has(key) && after.get(key) !== before.get(key)),
  }
}

/** The field as the file writes it, for `coercion`: the notation of its dates is that of the column, else of its transformation. */
export function withDetectedNotation(field: Field, detected: DetectedField): Field {
  const { dateFormat: _date, dateTimeFormat: _dateTime, ...rest } = field
  const { dateFormat, dateTimeFormat } = detected.format ? detected : { ...field['x-transform'] }
  return { ...rest, ...(dateFormat && { dateFormat }), ...(dateTimeFormat && { dateTimeFormat }) }
}

/** The field with the type, the format and the header of its column. */
export function withDetectedColumn(field: Field, column: DetectedField): Field {
  const { format, ...settings } = field
  const typed = withTransform({
    ...settings,
    ...(column.concept && !field['x-refersTo'] ? { 'x-refersTo': column.concept } : {}),
    type: column.type,
    ...formatOf(column.format),
    'x-originalName': column['x-originalName'],
    ...titleWithUnit(field, column),
    // Times that were stored in one zone stay in it.
    ...(format === 'date-time' || field.timeZone ? {} : zoneOf(column)),
  })
  // Dates beside other texts are texts, as numbers are: as dates in the format of the concept, all would be refused.
  const wereDates = format === 'date' || format === 'date-time'
  return wereDates && typed.type === 'string' && !typed.format ? typed : typedByConcept(typed)
}

function newField(column: DetectedField): Field {
  const settings = defaultCapabilities(column)
  return {
    key: column.key,
    type: column.type,
    ...formatOf(column.format),
    'x-originalName': column['x-originalName'],
    ...titleWithUnit(column, column),
    ...zoneOf(column),
    ...(settings && { 'x-capabilities': settings }),
    ...(column.concept && { 'x-refersTo': column.concept }),
    ...(column.longText && !column.concept && { 'x-display': 'textarea' }),
  }
}

const zoneOf = ({ timeZone }: DetectedField): { timeZone?: string } => (timeZone ? { timeZone } : {})

/** The title that names the unit of a column, unless a title is chosen or the name has the unit. */
function titleWithUnit(field: Field, { unit }: DetectedField): { title?: string } {
  const name = nameOf(field)
  return unit === undefined || field.title || name.includes(unit) ? {} : { title: `${name} (${unit})` }
}

/** The field with the type and format of its transformation. */
export function withTransform(field: Field): Field {
  const transform = field['x-transform']
  const type = fieldTypes.find((name) => name === transform?.type)
  const format = fieldFormats.find((name) => name === transform?.format)
  if (!type && !format) return field
  const { format: detectedFormat, ...others } = field
  return { ...others, type: type ?? field.type, ...formatOf(format ?? (type ? undefined : detectedFormat)) }
}

function formatOf(format: Field['format']): { format?: NonNullable<Field['format']> } {
  return format ? { format } : {}
}

function isSent(field: Field): boolean {
  return !field['x-calculated'] && !field['x-extension']
}

function typeOf(field: Field): string {
  const format = effectiveFormat(field)
  return format ? `${field.type} ${format}` : field.type
}
