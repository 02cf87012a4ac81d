/** Addresses of captured pages. Pure. */
import { languages, problem } from '../errors'
import { refusedAddress } from '../net/outgoing-address'
import type { ReadableParameters } from '../net/parameters'

/** Parameters with this prefix are those of the application. */
const prefix = 'app_'
/** A page with this parameter fails on purpose: clients check with it how they show a capture that failed. */
const failureParameter = 'capture-test-error'

/** The page of an application: `app_x=v` of the request is its parameter `x=v`. */
export function applicationTarget(baseUrl: string, id: string, parameters: ReadableParameters): URL {
  const target = new URL(`${baseUrl}/app/${encodeURIComponent(id)}`)
  for (const [name, value] of parameters) {
    if (name.startsWith(prefix) && name !== prefix) target.searchParams.set(name.slice(prefix.length), value)
  }
  return target
}

/** Parameters of a stored thumbnail; there is one for each color scheme and each language of the service. */
const thumbnailParameters: ReadonlySet<string> = new Set([
  'updatedAt',
  'colorScheme',
  'lang',
  `${prefix}${failureParameter}`,
])

/** Whether a request is for a stored thumbnail: no other parameter changes the picture. */
export function isThumbnail(parameters: ReadableParameters): boolean {
  const lang = parameters.get('lang')
  return (
    [...parameters].every(([name]) => thumbnailParameters.has(name)) &&
    (lang === null || languages.some((one) => one === lang))
  )
}

export const failsOnPurpose = (target: URL): boolean => target.searchParams.get(failureParameter) === 'true'

/** Whether a captured page may load an address: data of its own, its host, and what the service itself may call. */
export function mayRequest(address: string, target: URL, allowed: readonly string[]): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url) return false
  if (url.origin === target.origin || ['data:', 'blob:', 'about:'].includes(url.protocol)) return true
  return refusedAddress(url, allowed) === undefined
}

/** @throws `capture-target-refused` for an address outside of the service */
export function checkTarget(target: string, baseUrl: string): URL {
  const { origin } = new URL(baseUrl)
  const url = URL.canParse(target, `${baseUrl}/`) ? new URL(target, `${baseUrl}/`) : undefined
  if (url?.origin !== origin || url.username || url.password) throw problem('capture-target-refused', { origin })
  return url
}
