/** The schema of a response as a tree of values, objects and lists of objects. Pure. */
import { limits } from '../../limits'
import { type JsonObject, listOf, resolveReferences } from '../../schema/json-reference'
import { type Output, outputOf } from './outputs'
import { propertiesOf, schemaType } from './properties'

const { maxOutputDepth, maxSchemaParts, maxOutputs } = limits.remoteServices

export type ResponseNode =
  /** A value, or a list of values. `name`: the names of its objects and its own, with dots. */
  | { is: 'value'; name: string; schema: JsonObject }
  | { is: 'object'; members: [key: string, node: ResponseNode][] }
  /** A list of objects, of which the first is used. */
  | { is: 'list'; item: ResponseNode }

/** The tree of a schema; undefined when it describes no value. Deeper parts, and those beyond a number, are left out. */
export function responseTree(document: JsonObject, schema: unknown): ResponseNode | undefined {
  let parts = 0
  const nodeOf = (node: unknown, names: readonly string[], depth: number): ResponseNode | undefined => {
    parts++
    if (parts > maxSchemaParts || depth > maxOutputDepth) return undefined
    const resolved = withoutNull(document, node)
    const { properties } = propertiesOf(document, resolved)
    const type = schemaType(resolved)
    if (type === 'object' || Object.keys(properties).length > 0) {
      const members = Object.entries(properties).flatMap(([key, property]): [string, ResponseNode][] => {
        const member = nodeOf(property, [...names, key], depth + 1)
        return member ? [[key, member]] : []
      })
      return members.length > 0 ? { is: 'object', members } : undefined
    }
    if (type !== 'array') return names.length > 0 ? { is: 'value', name: names.join('.'), schema: resolved } : undefined
    const items = withoutNull(document, resolved.items)
    const itemType = schemaType(items)
    if (itemType === 'object' || Object.keys(propertiesOf(document, items).properties).length > 0) {
      const item = nodeOf(items, names, depth + 1)
      return item && { is: 'list', item }
    }
    if (itemType === 'array' || names.length === 0) return undefined
    return { is: 'value', name: names.join('.'), schema: { ...resolved, items } }
  }
  return nodeOf(schema, [], 0)
}

/** A schema with its references resolved; of alternatives, the first that is not `null`. */
function withoutNull(document: JsonObject, node: unknown): JsonObject {
  const { anyOf, oneOf, ...resolved } = resolveReferences(document, node)
  const alternatives = listOf(anyOf ?? oneOf)
    .map((one) => resolveReferences(document, one))
    .filter(({ type }) => type !== 'null')
  return { ...alternatives[0], ...resolved }
}

/** The values of a tree. */
export function valuesOf(node: ResponseNode | undefined): { name: string; schema: JsonObject }[] {
  if (!node) return []
  if (node.is === 'list') return valuesOf(node.item)
  return node.is === 'value' ? [node] : node.members.flatMap(([, member]) => valuesOf(member))
}

/** The values of a response as outputs. */
export const nestedOutputs = (document: JsonObject, schema: unknown): Output[] =>
  valuesOf(responseTree(document, schema))
    .slice(0, maxOutputs)
    .map(({ name, schema: property }) => outputOf(document, name, property))
