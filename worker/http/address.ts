/** The address of a request, parsed once: what finds the route, the caller, the rules and the verb all look at it. */
import { Parameters } from '../net/parameters'

type Read = { address: URL; parameters?: Parameters }

const known = new WeakMap<Request, Read>()

function read(request: Request): Read {
  const before = known.get(request)
  if (before) return before
  const made = { address: new URL(request.url) }
  known.set(request, made)
  return made
}

/** The parsed URL of a request. Nobody may change it. */
export const addressOf = (request: Request): URL => read(request).address

/** The parameters in the address of a request. */
export function parametersOf(request: Request): Parameters {
  const found = read(request)
  found.parameters ??= Parameters.read(found.address.search)
  return found.parameters
}
