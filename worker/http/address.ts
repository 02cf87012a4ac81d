/** The address of a request, parsed once: what finds the route, the caller, the rules and the verb all look at it. */
import { problem } from '../errors'
import { Parameters } from '../net/parameters'

export type { Parameters }

type Read = { request: Request; address: URL; parameters?: Parameters }

// Requests that are under way at a time, or nearly. They are no keys of a WeakMap: V8 collects an object of the engine that
// may be one with the old generation only, and all that hangs on it (JSObject::IsUnmodifiedApiObject).
const places = 32
const recent: Read[] = []
let next = 0

function read(request: Request): Read {
  const before = recent.find((one) => one.request === request)
  if (before) return before
  if (!URL.canParse(request.url)) throw problem('address-malformed')
  const made = { request, address: new URL(request.url) }
  recent[next] = made
  next = (next + 1) % places
  return made
}

/** The parsed URL of a request. Nobody may change it. @throws `address-malformed` */
export const addressOf = (request: Request): URL => read(request).address

/**
 * Refuses an address that could be read in two ways: a `Host` that holds more than a host, a path whose escapes are cut or
 * no UTF-8. @throws `address-malformed`
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

/** The parameters in the address of a request. */
export function parametersOf(request: Request): Parameters {
  const found = read(request)
  found.parameters ??= Parameters.read(found.address.search)
  return found.parameters
}
