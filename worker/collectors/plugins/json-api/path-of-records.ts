import { limits } from '../../../limits'
import { isObject } from '../fetch-json'

/** The path of the only list of objects in a response that is an object; undefined when it has none or several. Pure. */
export function pathOfRecords(response: unknown): string | undefined {
  const [path, ...others] = isObject(response) ? pathsOfLists(response, limits.collectors.maxListDepth) : []
  return others.length === 0 ? path : undefined
}

function pathsOfLists(value: Record<string, unknown>, depth: number): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const step = /^[^.[\]"]+$/.test(name) ? name : `[${JSON.stringify(name)}]`
    if (Array.isArray(inner)) return inner.length > 0 && inner.every(isObject) ? [step] : []
    if (!isObject(inner) || depth <= 1) return []
    return pathsOfLists(inner, depth - 1).map((path) => (path.startsWith('[') ? step + path : `${step}.${path}`))
  })
}
