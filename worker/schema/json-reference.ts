/** JSON documents whose shape is not known, and the references within them. Pure. */
import { limits } from '../limits'

export type JsonObject = Record<string, unknown>

/** A node with its local references resolved; properties beside `$ref` override those of the target. */
export function resolveReferences(document: unknown, node: unknown): JsonObject {
  let current = objectOf(node)
  for (let hops = 0; typeof current.$ref === 'string' && hops < limits.schema.maxReferences; hops++) {
    const { $ref, ...beside } = current
    current = { ...resolvePointer(document, String($ref)), ...beside }
  }
  return current
}

/** The target of `#/a/b` (RFC 6901); empty for other references. */
function resolvePointer(document: unknown, reference: string): JsonObject {
  if (!reference.startsWith('#/')) return {}
  let node = document
  for (const step of reference.slice(2).split('/')) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(node)) node = node[Number(name)]
    else node = Object.hasOwn(objectOf(node), name) ? objectOf(node)[name] : undefined
  }
  return objectOf(node)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A value as an object; empty when it is another type. */
export function objectOf(value: unknown): JsonObject {
  // Checked just before: an object of JSON has text keys.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

/** A value as an array; empty when it is another type. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** A text that is not empty. */
export const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
