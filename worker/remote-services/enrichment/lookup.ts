/** The requests and responses of lookups, which take one line. Pure. */
import { objectOf } from '../../schema/json-reference'
import { parseReplacing } from '../../schema/well-formed'
import type { ActionRequest } from './call'
import type { EnrichmentAction, LookupCall, RowAnswer } from './types'

/** The error of a line that has no match, in French like the messages of lines. */
const notFound = 'La donnée de référence ne contient pas de ligne correspondante.'
/** The answer for a line without a match. */
export const unmatched: RowAnswer = { values: {}, error: notFound }

/** The request for one line; undefined when a value of its path is `.` or `..`, which no segment of a path can be. */
export function lookupRequest(
  { url: template, places, constants }: LookupCall,
  row: Record<string, unknown>,
): ActionRequest | undefined {
  const values = [
    ...constants,
    ...places.flatMap(({ name, in: place }) => {
      const value = Object.hasOwn(row, name) ? row[name] : undefined
      return value === undefined ? [] : [{ name, in: place, value: String(value) }]
    }),
  ]
  const inPath = new Map(values.flatMap((one) => (one.in === 'path' ? [[one.name, one.value] as const] : [])))
  if ([...inPath.values()].some((value) => /^\.{1,2}$/.test(value))) return undefined
  const url = new URL(
    template.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(inPath.get(name) ?? '')),
  )
  for (const one of values) if (one.in === 'query') url.searchParams.set(one.name, one.value)
  return { method: 'GET', url, headers: { accept: 'application/json' } }
}

type Found = Record<string, unknown>

/**
 * The values of a response by the names of outputs: `address.city` is within an object, and the first of a list of objects is used.
 *
 * @returns undefined without a match: the response, or the list that has the values, is empty
 * @throws SyntaxError
 */
export function readLookup(
  text: string,
  { output }: Pick<EnrichmentAction, 'output'>,
  select: readonly string[],
): Found | undefined {
  const body = text.trim() === '' ? null : parseReplacing(text)
  const item = firstOf(body)
  if (item === null || item === undefined) return undefined
  const found: Found = {}
  let hasValue = false
  let hasEmptyList = false
  for (const { name } of output) {
    if (select.length > 0 && !select.includes(name)) continue
    const value = valueAt(item, name)
    if (value === emptyList) hasEmptyList = true
    else if (value !== undefined && value !== null) {
      found[name] = value
      hasValue = true
    }
  }
  if (!hasValue && hasEmptyList) return undefined
  const { error } = objectOf(item)
  return error === undefined ? found : { ...found, error }
}

const emptyList = Symbol('empty list')

/** The value at a name. Names of properties may have dots themselves. */
function valueAt(node: unknown, name: string): unknown {
  const object = firstOf(node)
  if (object === undefined) return Array.isArray(node) ? emptyList : undefined
  const members = objectOf(object)
  if (Object.hasOwn(members, name)) return members[name]
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    const key = name.slice(0, dot)
    if (Object.hasOwn(members, key)) return valueAt(members[key], name.slice(dot + 1))
  }
  return undefined
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)
