/** Changes of a configuration. Pure. */

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Names that would reach the prototype of an object. */
const refused = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * A configuration with a value at a path such as `charts.0.title`; objects on the way are created.
 *
 * @returns undefined when the path is not valid
 */
export function withValueAt(
  configuration: Record<string, unknown>,
  path: string,
  value: unknown,
): Record<string, unknown> | undefined {
  const keys = path.split('.')
  const last = keys.pop()
  if (!last || [...keys, last].some((key) => key === '' || refused.has(key))) return undefined
  const changed = structuredClone(configuration)
  let parent: Record<string, unknown> | unknown[] = changed
  for (const key of keys) {
    const child: unknown = at(parent, key)
    if (isPlainObject(child) || Array.isArray(child)) parent = child
    else {
      const created: Record<string, unknown> = {}
      put(parent, key, created)
      parent = created
    }
  }
  put(parent, last, value)
  return changed
}

const at = (parent: Record<string, unknown> | unknown[], key: string): unknown =>
  Array.isArray(parent) ? parent[Number(key)] : parent[key]

function put(parent: Record<string, unknown> | unknown[], key: string, value: unknown): void {
  if (Array.isArray(parent)) parent[Number(key)] = value
  else parent[key] = value
}
