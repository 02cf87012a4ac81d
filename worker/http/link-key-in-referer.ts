/** The link key in the URL of the page that sends a request. Pure. */

import { limits } from '../limits'

/** @property application absent: the key of the application that frames a dataset, or of the dataset itself */
export type LinkKeyInReferer = { key: string; application?: string }

/**
 * Reads the `Referer` of a request: `/app/{K:id}`, `/app/{id}?key=K`, `/embed/dataset/{K:id}` or `/link/{K:id}`, also under the path of
 * PUBLIC_URL or under `/data-fair`, which applications hard-code.
 *
 * A `Referer` counts only when it is a page of this service: the page was rendered after the key was checked. A page of another
 * site could otherwise use the browsers of its visitors to send requests with a key.
 *
 * @param own URLs of this service: the public one, and the one of the request
 */
export function linkKeyInReferer(referer: string | null, own: readonly string[]): LinkKeyInReferer | undefined {
  const page = pageIn(referer, own)
  if (!page) return undefined
  const { kind, name, keyParameter } = page
  if (kind === 'app' && keyParameter) return { key: keyParameter, application: name }
  const colon = name.indexOf(':')
  if (colon <= 0 || colon === name.length - 1) return undefined
  const key = name.slice(0, colon)
  return kind === 'app' ? { key, application: name.slice(colon + 1) } : { key }
}

/** The application whose page sends a request, with or without a key. */
export function applicationInReferer(
  referer: string | null,
  own: readonly string[],
): { id: string; name: string; key?: string } | undefined {
  const page = pageIn(referer, own)
  if (page?.kind !== 'app') return undefined
  const opened = linkKeyInReferer(referer, own)
  const { name } = page
  return opened?.application === undefined ? { id: name, name } : { id: opened.application, name, key: opened.key }
}

/** The page of an application, of an embedded dataset, or of a protected link. */
function pageIn(referer: string | null, own: readonly string[]) {
  if (referer === null || referer.length > limits.http.maxRefererChars) return undefined
  // A fast path: most pages are none of these.
  if (!['/app/', '/embed/dataset/', '/link/'].some((part) => referer.includes(part))) return undefined
  const site = siteOf(referer, own)
  if (!site) return undefined
  const page = new URL(referer)
  const [, kind, named] = /^(?:\/data-fair)?\/(app|embed\/dataset|link)\/([^/]+)/.exec(within(page, site)) ?? []
  const name = named && decoded(named)
  return kind && name ? { kind, name, keyParameter: page.searchParams.get('key') } : undefined
}

/** Whether a URL is of this service. A proxy may terminate TLS: only the host is compared. */
export function isOwnAddress(address: string, own: readonly string[]): boolean {
  return siteOf(address, own) !== undefined
}

function siteOf(address: string, own: readonly string[]): URL | undefined {
  if (!URL.canParse(address)) return undefined
  const { host } = new URL(address)
  return own.map((one) => new URL(one)).find((one) => one.host === host)
}

/** The path of a page below the path of PUBLIC_URL, if any. */
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
