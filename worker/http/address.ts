/** The address of a request, parsed once: what finds the route, the caller, the rules and the verb all look at it. */

const known = new WeakMap<Request, URL>()

/** The parsed URL of a request. Nobody may change it. */
export function addressOf(request: Request): URL {
  const parsed = known.get(request)
  if (parsed) return parsed
  const address = new URL(request.url)
  known.set(request, address)
  return address
}
