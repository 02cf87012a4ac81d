/**
 * `toTableSchema` and `toJsonSchema`: exports of a schema for other tools.
 */
import type { Field } from './field'

/** Source: specs.frictionlessdata.io/table-schema. */
type TableSchema = {
  fields: { name: string; title: string; type: Field['type']; description?: string; rdfType?: string }[]
}

/** Properties hold JSON Schema keywords and the `x-` keys of the field. */
type JsonSchema = { type: 'object'; required: string[]; properties: Record<string, Record<string, unknown>> }

type JsonSchemaOptions = { calculated?: boolean; extension?: boolean; arrays?: boolean }

/** Without calculated fields and extensions. */
export function toTableSchema(fields: readonly Field[]): TableSchema {
  return {
    fields: fields.filter(isOwn).map((field) => ({
      name: field.key,
      title: titleOf(field),
      type: field.type,
      ...(field.description && { description: field.description }),
      ...(field['x-refersTo'] && { rdfType: field['x-refersTo'] }),
    })),
  }
}

/**
 * The JSON Schema of one line.
 *
 * @param options `calculated`, `extension`: include these fields too, as read-only; `arrays`: multi-valued fields are arrays,
 *   otherwise strings, with their separator in `layout`
 */
export function toJsonSchema(fields: readonly Field[], options: JsonSchemaOptions = {}): JsonSchema {
  const exported = fields.filter(
    (field) => (options.calculated || !field['x-calculated']) && (options.extension || !field['x-extension']),
  )
  return {
    type: 'object',
    required: exported.filter((field) => field['x-required']).map((field) => field.key),
    // fromEntries defines own properties: a field may be called __proto__ in an editable dataset.
    properties: Object.fromEntries(
      exported.map((field) => [field.key, options.arrays && field.separator ? arrayOf(field) : propertyOf(field)]),
    ),
  }
}

/** Keywords that constrain a value; in a multi-valued field they apply to its elements. */
const valueKeywords = new Set('type format minimum maximum minLength maxLength pattern examples oneOf anyOf'.split(' '))
const renderedOtherwise = new Set(
  'key separator label icon title enum x-labels x-labelsRestricted x-required readOnly'.split(' '),
)

function propertyOf(field: Field): Record<string, unknown> {
  const property: Record<string, unknown> = { title: titleOf(field) }
  for (const [name, value] of Object.entries(field)) {
    if (!renderedOtherwise.has(name) && value !== null && value !== undefined) property[name] = value
  }
  if (field.enum) property.examples = field.enum
  const labels = Object.entries(field['x-labels'] ?? {}).map(([value, title]) => ({
    const: typed(value, field),
    title,
  }))
  if (labels.length > 0 && field['x-labelsRestricted']) property.oneOf = labels
  else if (labels.length > 0) property.anyOf = [...labels, {}]
  if (field.readOnly || !isOwn(field)) property.readOnly = true
  if (field.separator) property.layout = { separator: field.separator }
  return property
}

/** A value of a label, whose text is a key of an object, with the type of its field. */
function typed(value: string, { type }: Field): string | number | boolean {
  if (type === 'boolean') return value === 'true'
  return type === 'integer' || type === 'number' ? Number(value) : value
}

function arrayOf(field: Field): Record<string, unknown> {
  const { layout: _layout, ...property } = propertyOf(field)
  const entries = Object.entries(property)
  return {
    ...Object.fromEntries(entries.filter(([name]) => !valueKeywords.has(name))),
    type: 'array',
    ...(field['x-required'] && { minItems: 1 }),
    items: Object.fromEntries(entries.filter(([name]) => valueKeywords.has(name))),
  }
}

function isOwn(field: Field): boolean {
  return !field['x-calculated'] && !field['x-extension']
}

function titleOf(field: Field): string {
  return field.title || field['x-originalName'] || field.key
}
