import { problem } from '../errors'
import { excerptOf } from '../schema/cut-text'

/**
 * The address of an operation of a service. Pure.
 *
 * @param server base URL, without a slash at its end
 * @param path with the query
 * @throws `route-not-found` for a path that leaves the base URL
 */
export function upstreamUrl(server: string, path: string): URL {
  const base = `${server}/`
  const url = URL.canParse(base + path) ? new URL(base + path) : undefined
  // A path with `..` would be of another part of the host.
  if (!url?.href.startsWith(base)) throw problem('route-not-found', { path: excerptOf(path) })
  return url
}
