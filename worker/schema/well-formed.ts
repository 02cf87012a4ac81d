/**
 * Well-formed text (ECMA-262, section 6.1.4): no surrogate code unit without its other half. Text decoded from UTF-8 is well formed;
 * only a `\ud800` escape in JSON, or a cut between the halves of a pair, creates text that UTF-8 cannot encode.
 */
import { problem } from '../errors'
import { limits } from '../limits'
import { isTooNested } from './nesting'

/** Most JSON text has no such escape: this scan is all that well-formed input costs. */
const hasSurrogateEscape = (json: string): boolean => json.includes('\\u') && /\\u[dD][89a-fA-F]/.test(json)

/** Escapes of JSON text, in turn: a pair of surrogates, a lone one, any other. */
const escapes = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(\\u[dD][89a-fA-F][\da-fA-F]{2})|\\[\s\S]/g

/** JSON text whose strings are well formed: each escape of a lone surrogate becomes U+FFFD. `replaced` counts them. */
export function wellFormedJson(json: string): { json: string; replaced: number } {
  if (!hasSurrogateEscape(json)) return { json, replaced: 0 }
  let replaced = 0
  const wellFormed = json.replace(escapes, (sequence, lone: string | undefined) => {
    if (lone === undefined) return sequence
    replaced++
    return '\ufffd'
  })
  return { json: wellFormed, replaced }
}

/** The JSON text of a value, of which some stored texts may not be well formed. */
export const jsonOf = (value: object): string => wellFormedJson(JSON.stringify(value)).json

/** Parses JSON text that cannot be rejected (stored rows, documents of other servers): lone surrogates become U+FFFD. */
export const parseReplacing = (json: string): unknown => JSON.parse(wellFormedJson(json).json)

/**
 * Where a parsed JSON text holds a string that is not well formed, as a JSON pointer (RFC 6901); the pointer to a key that is
 * not well formed has U+FFFD in it. Undefined when all strings are well formed.
 */
export function illFormedIn(json: string, value: unknown): string | undefined {
  return hasSurrogateEscape(json) ? illFormedAt(value) : undefined
}

/**
 * Where a parsed JSON text has a key `__proto__`, as a JSON pointer; undefined where it has none. Validation drops such a key,
 * and so do copies that assign it: a value would be lost silently.
 */
function protoKeyIn(json: string, value: unknown): string | undefined {
  if (!json.includes('__proto__') && !/\\u00(?:5f|[67][\da-f])/i.test(json)) return undefined
  for (const { at, key } of membersOf(value)) if (key === '__proto__') return at
  return undefined
}

/**
 * Parses the JSON text of a client.
 *
 * @param where the part of the request
 * @throws SyntaxError, `json-too-nested`, `json-key-refused`, `text-ill-formed`
 */
export function parseWellFormed(json: string, where: string): unknown {
  const value: unknown = JSON.parse(json)
  if (isTooNested(json, value)) throw problem('json-too-nested', { where, max: limits.http.maxJsonNesting })
  const refused = protoKeyIn(json, value)
  if (refused !== undefined) throw problem('json-key-refused', { where, path: refused })
  const path = illFormedIn(json, value)
  if (path === undefined) return value
  const fault = { where: path, what: 'is not well-formed Unicode: a surrogate without its other half' }
  throw problem('text-ill-formed', { where, path: path === '' ? '/' : path }, [fault])
}

function illFormedAt(root: unknown): string | undefined {
  if (typeof root === 'string' && !root.isWellFormed()) return ''
  for (const { at, key, member } of membersOf(root)) {
    if (!key.isWellFormed() || (typeof member === 'string' && !member.isWellFormed())) return at
  }
  return undefined
}

/** The members of a value and of those in it, with their JSON pointers. Iterative: JSON may be nested deeper than the stack. */
function* membersOf(root: unknown): Generator<{ at: string; key: string; member: unknown }> {
  const left: [path: string, value: unknown][] = [['', root]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, value] = next
    if (typeof value !== 'object' || value === null) continue
    for (const [key, member] of Object.entries(value)) {
      const at = `${path}/${key.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`
      yield { at, key, member }
      left.push([at, member])
    }
  }
}
