/** The JSON Schema of the response of an operation. Pure. */
import { limits } from '../../limits'
import { type JsonObject, listOf, objectOf, resolveReferences } from '../../schema/json-reference'

const { maxSchemaDepth, maxSchemaParts } = limits.remoteServices
const bySchema: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not'])
const byName: ReadonlySet<string> = new Set(['properties', 'patternProperties'])
const byList: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])

/** A schema with the schemas that it refers to in their places; undefined when these are too many, or refer to themselves. */
export function inlined(document: JsonObject, schema: unknown): JsonObject | undefined {
  let parts = 0
  const inline = (node: unknown, depth: number): JsonObject => {
    parts++
    if (depth > maxSchemaDepth || parts > maxSchemaParts) {
      parts = Number.POSITIVE_INFINITY
      return {}
    }
    const below = (value: unknown) => inline(value, depth + 1)
    const entries = Object.entries(resolveReferences(document, node)).map(([name, value]): [string, unknown] => {
      if (bySchema.has(name) && typeof value === 'object') return [name, below(value)]
      if (byList.has(name)) return [name, listOf(value).map(below)]
      if (!byName.has(name)) return [name, value]
      return [name, Object.fromEntries(Object.entries(objectOf(value)).map(([key, one]) => [key, below(one)]))]
    })
    return Object.fromEntries(entries)
  }
  const whole = inline(schema, 0)
  return Number.isFinite(parts) ? whole : undefined
}
