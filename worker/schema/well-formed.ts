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

/** Parses JSON text that cannot be rejected (stored rows, documents of other servers): lone surrogates become U+FFFD. */
export const parseReplacing = (json: string): unknown => JSON.parse(wellFormedJson(json).json)

/**
 * Where a parsed JSON text holds a string that is not well formed, as a JSON pointer (RFC 6901); the pointer to a key that is
 * not well formed has U+FFFD in it. Undefined when all strings are well formed.
 */
export function illFormedIn(json: string, value: unknown): string | undefined {
  return hasSurrogateEscape(json) ? illFormedAt(value) : undefined
}

/** Parses the JSON text of a client. @param where the part of the request. @throws SyntaxError, `json-too-nested`, `text-ill-formed` */
export function parseWellFormed(json: string, where: string): unknown {
  const value: unknown = JSON.parse(json)
  if (isTooNested(json, value)) throw problem('json-too-nested', { where, max: limits.http.maxJsonNesting })
  const path = illFormedIn(json, value)
  if (path === undefined) return value
  const fault = { where: path, what: 'is not well-formed Unicode: a surrogate without its other half' }
  throw problem('text-ill-formed', { where, path: path === '' ? '/' : path }, [fault])
}

/** Iterative: JSON may be nested deeper than the stack. */
function illFormedAt(root: unknown): string | undefined {
  const left: [path: string, value: unknown][] = [['', root]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, value] = next
    if (typeof value === 'string' && !value.isWellFormed()) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [key, member] of Object.entries(value)) {
      const at = `${path}/${key.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (!key.isWellFormed()) return at
      left.push([at, member])
    }
  }
  return undefined
}
