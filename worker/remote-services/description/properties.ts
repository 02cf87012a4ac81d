/** The properties of a JSON Schema of an object. Pure. */
import { limits } from '../../limits'
import { type JsonObject, listOf, nonEmptyText, objectOf, resolveReferences } from '../../schema/json-reference'

/** The properties of an object and those that it requires, with those of its `allOf`. */
export function propertiesOf(
  document: JsonObject,
  schema: JsonObject,
  depth = 0,
): { properties: Record<string, JsonObject>; required: ReadonlySet<string> } {
  const parts =
    depth < limits.remoteServices.maxAllOfDepth
      ? listOf(schema.allOf).map((part) => propertiesOf(document, resolveReferences(document, part), depth + 1))
      : []
  const own = Object.entries(objectOf(schema.properties)).map(
    ([name, property]) => [name, resolveReferences(document, property)] as const,
  )
  const inherited = parts.flatMap(({ properties }) => Object.entries(properties))
  return {
    properties: Object.fromEntries([...inherited, ...own]),
    required: new Set([...parts.flatMap(({ required }) => [...required]), ...listOf(schema.required).map(String)]),
  }
}

/** The type of a schema; of several, as OpenAPI 3.1 allows, the first that is not `null`. */
export function schemaType({ type, properties, items }: JsonObject): string {
  const stated = nonEmptyText(listOf(type).find((one) => one !== 'null') ?? type)
  if (stated) return stated
  if (properties !== undefined) return 'object'
  return items === undefined ? 'string' : 'array'
}
