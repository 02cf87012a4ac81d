/** The URL of a request, parsed once for the router, the rate limits, the request rules and the handler. */
import { problem } from '../errors'
import { Parameters } from '../net/parameters'

export type { Parameters }

type Read = { request: Request; address: URL; parameters?: Parameters }

// About as many entries as concurrent requests. Not a WeakMap: V8 may collect a key that is an engine object with the
// old generation only, and all that it references (JSObject::IsUnmodifiedApiObject).
const slots = 32
const recent: Read[] = []
let next = 0

function read(request: Request): Read {
  const before = recent.find((one) => one.request === request)
  if (before) return before
  if (!URL.canParse(request.url)) throw problem('address-malformed')
  const entry = { request, address: new URL(request.url) }
  recent[next] = entry
  next = (next + 1) % slots
  return entry
}

/** The parsed URL of a request. It is shared: do not change it. @throws `address-malformed` */
export const addressOf = (request: Request): URL => read(request).address

/**
 * Rejects an ambiguous URL: a `Host` with more than a host, a path whose escapes are truncated or not
 * UTF-8. @throws `address-malformed`
 */
export function checkAddress(request: Request): void {
  const { pathname } = addressOf(request)
  if (/[/?#@\\]/.test(request.headers.get('host') ?? '') || (pathname.includes('%') && !isDecodable(pathname))) {
    throw problem('address-malformed')
  }
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** The query parameters of a request. */
export function parametersOf(request: Request): Parameters {
  const entry = read(request)
  entry.parameters ??= Parameters.read(entry.address.search)
  return entry.parameters
}

/**
 * A query string as another host may receive it: without the parameters of those names, which are keys of this service. The
 * others keep their order and their escapes.
 */
export function searchWithout(search: string, keys: readonly string[]): string {
  const kept = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => !keys.some((name) => new URLSearchParams(part).has(name)))
  const text = kept.join('&')
  return text === '' ? '' : `?${text}`
}
