/** The application in the address of a page. Pure. */
import { percentDecoded } from '../net/percent'

/** @property name as in the address, decoded: `{id}` or `{key}:{id}` */
export type RequestedApplication = { id: string; name: string; key?: string }

/** Ids have no colon: what precedes the first one is a key, unless the key is a parameter. */
export function requestedApplication(segment: string, keyParameter: string | null): RequestedApplication {
  const name = percentDecoded(segment)
  if (keyParameter) return { id: name, name, key: keyParameter }
  const colon = name.indexOf(':')
  return colon <= 0 ? { id: name, name } : { id: name.slice(colon + 1), name, key: name.slice(0, colon) }
}
