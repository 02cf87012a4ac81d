/** What an operation returns, as values of columns. Pure. */
import { limits } from '../../limits'
import { cutText } from '../../schema/cut-text'
import { type JsonObject, nonEmptyText, objectOf, resolveReferences } from '../../schema/json-reference'
import type { Collection } from './body-format'
import { propertiesOf, schemaType } from './properties'

export type Output = {
  /** Its key in a line; within objects, their names with dots: `address.city`. */
  name: string
  concept?: string
  type: string
  format?: string
  title?: string
  description?: string
  separator?: string
  enum?: unknown[]
  'x-labels'?: Record<string, string>
  'x-capabilities'?: Record<string, boolean>
}

export const outputsOf = (document: JsonObject, { line }: Pick<Collection, 'line'>): Output[] =>
  Object.entries(propertiesOf(document, line).properties).map(([name, property]) => outputOf(document, name, property))

/** A property of a schema, whose references are resolved, as an output. */
export function outputOf(document: JsonObject, name: string, property: JsonObject): Output {
  const concept = nonEmptyText(property['x-refersTo'])
  const isList = schemaType(property) === 'array'
  const value = isList ? resolveReferences(document, property.items) : property
  const format = nonEmptyText(value.format)
  return {
    name,
    ...(concept ? { concept } : {}),
    type: schemaType(value),
    ...(format ? { format } : {}),
    ...described(property),
    ...(isList ? { separator: nonEmptyText(property.separator) ?? ';' } : {}),
    ...(Array.isArray(value.enum) && value.enum.length <= limits.schema.maxEnum ? { enum: value.enum } : {}),
    ...mapOf(property, 'x-labels', 'string'),
    ...mapOf(property, 'x-capabilities', 'boolean'),
  }
}

/** The texts of a part of a description, cut. */
export function described<Name extends 'title' | 'description'>(
  part: JsonObject,
  names: readonly Name[] = ['title', 'description'] as Name[], // all of them
): Partial<Record<Name, string>> {
  const texts = names.flatMap((name) => {
    const text = nonEmptyText(part[name])
    return text === undefined ? [] : [[name, cutText(text, limits.remoteServices.maxTextChars)]]
  })
  // The keys are among `names`.
  return Object.fromEntries(texts) as Partial<Record<Name, string>>
}

/** A member that maps names to values of one type. */
function mapOf<Name extends 'x-labels' | 'x-capabilities', Value extends 'string' | 'boolean'>(
  property: JsonObject,
  name: Name,
  valueType: Value,
): Partial<Record<Name, Record<string, Value extends 'string' ? string : boolean>>> {
  const entries = Object.entries(objectOf(property[name])).filter(([, value]) => typeof value === valueType)
  // The values were just filtered by their type.
  return (entries.length > 0 ? { [name]: Object.fromEntries(entries) } : {}) as ReturnType<typeof mapOf<Name, Value>>
}
