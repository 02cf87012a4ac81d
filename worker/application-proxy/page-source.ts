/** The page of a base application: in the memory of the isolate and at the edge, and read again when it may have changed. */
import { fetchBaseFile } from '../applications'
import { LruCache } from '../collections/lru-cache'
import type { Context } from '../context'
import { Problem, problem, reasonOf, untranslated } from '../errors'
import { limits } from '../limits'
import { readBounded } from '../net/fetch'
import { VisitorFetches } from '../net/visitor-fetches'
import { decodeHtml } from './decode-html'
import { edgePage, storeAtEdge } from './edge-page-cache'
import { type Template, templateOf } from './template'

export type Page = {
  template: Template
  /** Another for each version. */
  version: number
  etag: string | null
  lastModified: string | null
  /** Epoch milliseconds. */
  checkedAt: number
  /** Its host wants to be asked each time. */
  isNeverFresh: boolean
}

const pages = new LruCache<Page>(limits.applications.pagesChars, (_, { template }) =>
  template.parts.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0),
)
const fetches = new VisitorFetches()
let versions = 0

/**
 * The page of a base application. One with `%APPLICATION%` is the same for all its applications. Another one is rendered by its
 * server, for each application apart.
 *
 * @param of.headers what a server that renders pages is told of the application
 * @param of.isFresh false: the host is asked whether the page has changed
 * @throws `application-page-unreachable` when it cannot be read, and was not read before, `upstream-busy`
 */
export async function readPageSource(
  ctx: Context,
  of: { url: string; headers: Record<string, string>; own: string; isFresh: boolean },
): Promise<Page> {
  const address = `${of.url}index.html`
  const names = [address, `${address} ${of.own}`] as const
  const stored = pages.get(names[0]) ?? pages.get(names[1]) ?? (await fromEdge(ctx, names))
  const now = ctx.now().getTime()
  const isFresh = stored && !stored.isNeverFresh && stored.checkedAt + limits.applications.pageFreshMs > now
  if (stored && isFresh && of.isFresh) return stored
  // Until its host has answered, other visitors get the stored page.
  if (stored) stored.checkedAt = now
  try {
    const run = () => fetchPage(ctx, { address, names, headers: of.headers, stored })
    return await fetches.run(address, () => ctx.now().getTime(), run, { remembers: false })
  } catch (error) {
    if (!(error instanceof Problem) || (!stored && error.code === 'upstream-busy')) throw error
    const reason = reasonOf(error)
    if (!stored) throw problem('application-page-unreachable', { url: address, reason })
    ctx.log('warn', 'the stored page of a base application is served', { url: address, reason: reason.en })
    return stored
  }
}

type Fetch = {
  address: string
  names: readonly [shared: string, own: string]
  headers: Record<string, string>
  stored: Page | undefined
}

/** @throws `address-refused`, `upstream-failed`, `upstream-busy` */
async function fetchPage(ctx: Context, { address, names, headers, stored }: Fetch): Promise<Page> {
  const response = await fetchBaseFile(ctx, address, {
    headers: {
      accept: 'text/html',
      ...headers,
      ...(stored?.etag ? { 'if-none-match': stored.etag } : {}),
      ...(stored?.lastModified ? { 'if-modified-since': stored.lastModified } : {}),
    },
    redirects: 'same-host',
    timeoutMs: stored ? limits.applications.revalidateMs : limits.net.timeoutMs,
  })
  if (stored && response.status === 304) {
    await response.body?.cancel()
    return stored
  }
  if (response.status !== 200) {
    await response.body?.cancel()
    throw problem('upstream-failed', { host: new URL(address).host, reason: untranslated(`HTTP ${response.status}`) })
  }
  const bytes = await readBounded(response, limits.applications.maxPageBytes)
  const html = decodeHtml(bytes, response.headers.get('content-type'))
  const caching = response.headers.get('cache-control') ?? ''
  const page = asPage(html, { headers: response.headers, checkedAt: ctx.now().getTime() })
  const isShared = page.template.hasPlaceholder
  for (const name of names) pages.delete(name)
  if (!isShared && /no-store|private/.test(caching)) return page
  const name = names[isShared ? 0 : 1]
  pages.set(name, page)
  ctx.later(() => storeAtEdge(ctx, name, { html, headers: response.headers }))
  return page
}

async function fromEdge(ctx: Context, names: readonly string[]): Promise<Page | undefined> {
  for (const name of names) {
    const found = await edgePage(ctx, name)
    if (!found) continue
    const page = asPage(found.html, { headers: found.headers, checkedAt: 0 })
    pages.set(name, page)
    return page
  }
  return undefined
}

function asPage(html: string, { headers, checkedAt }: { headers: Headers; checkedAt: number }): Page {
  return {
    template: templateOf(html),
    version: ++versions,
    etag: headers.get('etag'),
    lastModified: headers.get('last-modified'),
    checkedAt,
    isNeverFresh: /no-cache|no-store/.test(headers.get('cache-control') ?? ''),
  }
}

/** Clears the memory of the isolate, so that tests see the edge. */
export const forgetPages = (): void => pages.clear()
