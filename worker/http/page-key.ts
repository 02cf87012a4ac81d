/** The application key in the address of the page that a request comes from. Pure. */

import { limits } from '../limits'

/** @property application absent: the key of the application that frames a dataset */
export type PageKey = { key: string; application?: string }

/**
 * What the `Referer` of a request names: `/app/{K:id}`, `/app/{id}?key=K` or `/embed/dataset/{K:id}`, also under the path of
 * the public address or under `/data-fair`, which applications write themselves.
 *
 * Only a page of ours: it was shown because its key opens it. A page of another site would lend a key, and who looks at it,
 * to requests that nobody meant to make here.
 *
 * @param own addresses of this service: the public one, and the one that the request was sent to
 */
export function pageKeyIn(referer: string | null, own: readonly string[]): PageKey | undefined {
  if (referer === null || referer.length > limits.http.maxRefererChars) return undefined
  const isApplication = referer.includes('/app/')
  // Most pages are neither: that is all that they cost.
  if (!isApplication && !referer.includes('/embed/dataset/')) return undefined
  const site = siteOf(referer, own)
  if (!site) return undefined
  const page = new URL(referer)
  const [, kind, named] = /^(?:\/data-fair)?\/(app|embed\/dataset)\/([^/]+)/.exec(within(page, site)) ?? []
  const id = named && decoded(named)
  if (!kind || !id) return undefined
  const asked = kind === 'app' ? page.searchParams.get('key') : null
  if (asked) return { key: asked, application: id }
  const colon = id.indexOf(':')
  if (colon <= 0 || colon === id.length - 1) return undefined
  const key = id.slice(0, colon)
  return kind === 'app' ? { key, application: id.slice(colon + 1) } : { key }
}

/** Whether an address is of this service. A proxy in front may end TLS: the host is what counts. */
export function isOwnAddress(address: string, own: readonly string[]): boolean {
  return siteOf(address, own) !== undefined
}

function siteOf(address: string, own: readonly string[]): URL | undefined {
  if (!URL.canParse(address)) return undefined
  const { host } = new URL(address)
  return own.map((one) => new URL(one)).find((one) => one.host === host)
}

/** The path of a page under the path of the public address, which has one or not. */
function within({ pathname }: URL, site: URL): string {
  const base = site.pathname.replace(/\/$/, '')
  return base !== '' && pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
