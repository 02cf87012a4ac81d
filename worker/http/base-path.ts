/** PUBLIC_URL may have a path: all routes are under it. Pure. */

/** Applications request their tokens at the root of the site, whatever the path of PUBLIC_URL. */
export const anonymousAction = '/simple-directory/api/auth/anonymous-action'

/**
 * The path of a request for the router: without the path of PUBLIC_URL, in its only spelling.
 * Undefined when the request is outside, or its path is ambiguous (encoded slashes, doubled slashes,
 * backslashes), which a permission check and the router could read differently.
 */
export function routedPath({ pathname }: Pick<URL, 'pathname'>, publicUrl: string): string | undefined {
  const base = publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')
  if (pathname === anonymousAction) return pathname
  if (base !== '' && pathname !== base && !pathname.startsWith(`${base}/`)) return undefined
  const path = pathname.slice(base.length) || '/'
  if (/\/\/|\\|%5c|%2f|%00|;/i.test(path) && !isFilePath(path)) return undefined
  return path
}

/** Paths that end with a file name, or an id chosen by a client, may contain its characters, encoded. */
function isFilePath(path: string): boolean {
  // Attachments are addressed by their whole path, which many clients encode with its slashes.
  if (/^\/api\/v1\/datasets\/[a-z0-9_-]+\/attachments\/./.test(path)) return !/\/\/|\\|%5c|%00/i.test(path)
  return /^\/api\/v1\/datasets\/[a-z0-9_-]+\/(own\/[^/\\]+\/)?(data-files|lines)\/[^/\\]+(\/revisions)?$/.test(path)
}
