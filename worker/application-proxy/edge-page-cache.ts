/** Pages of base applications at the edge: for isolates that start, and for when their host does not respond. */
import type { Context } from '../context'
import { limits } from '../limits'

const stored = ['etag', 'last-modified', 'cache-control'] as const
const prefix = 'x-stored-'

/** A stored page, with the headers that validate it. */
export async function edgePage(
  ctx: Pick<Context, 'baseUrl'>,
  name: string,
): Promise<{ html: string; headers: Headers } | undefined> {
  const found = await caches.default.match(keyOf(ctx, name))
  if (!found) return undefined
  const headers = new Headers()
  for (const header of stored) {
    const value = found.headers.get(prefix + header)
    if (value) headers.set(header, value)
  }
  return { html: await found.text(), headers }
}

/** Stores a page. */
export async function storeAtEdge(
  ctx: Pick<Context, 'baseUrl'>,
  name: string,
  { html, headers }: { html: string; headers: Headers },
): Promise<void> {
  const described = new Headers({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': `public, max-age=${limits.applications.pageStoredSeconds}`,
  })
  for (const header of stored) {
    const value = headers.get(header)
    if (value) described.set(prefix + header, value)
  }
  await caches.default.put(keyOf(ctx, name), new Response(html, { headers: described }))
}

/** An address that no route serves. */
const keyOf = ({ baseUrl }: Pick<Context, 'baseUrl'>, name: string): Request =>
  new Request(`${baseUrl}/-/pages-of-base-applications?${new URLSearchParams({ name })}`)
