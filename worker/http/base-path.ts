/** PUBLIC_URL may carry a path: every route lives under it, and nothing outside. Pure. */

/** Applications read their tokens at the root of the site, whatever the path of the public address. */
export const anonymousAction = '/simple-directory/api/auth/anonymous-action'

/**
 * The path of a request as the routes see it: without the path of the public address, and exactly one way to write it.
 * Undefined when the request is outside, or its path could be read in two ways (encoded slashes, doubled slashes,
 * backslashes: what a guard and a router might see differently).
 */
export function routedPath({ pathname }: Pick<URL, 'pathname'>, publicUrl: string): string | undefined {
  const base = publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')
  if (pathname === anonymousAction) return pathname
  if (base !== '' && pathname !== base && !pathname.startsWith(`${base}/`)) return undefined
  const path = pathname.slice(base.length) || '/'
  if (/\/\/|\\|%5c|%2f|%00|;/i.test(path) && !isFilePath(path)) return undefined
  return path
}

/** Paths that end in the name of a file, or an id that a client chose, may hold what these may hold, encoded. */
function isFilePath(path: string): boolean {
  // Attachments are found by their whole path, which many clients encode at once, slashes included.
  if (/^\/api\/v1\/datasets\/[a-z0-9_-]+\/attachments\/./.test(path)) return !/\/\/|\\|%5c|%00/i.test(path)
  return /^\/api\/v1\/datasets\/[a-z0-9_-]+\/(own\/[^/\\]+\/)?(data-files|lines)\/[^/\\]+(\/revisions)?$/.test(path)
}
