/** PUBLIC_URL may have a path: all routes are under it. Pure. */

/** Applications find their directory at the root of the site, whatever the path of PUBLIC_URL: their tokens, its theme. */
const directoryPaths: ReadonlySet<string> = new Set(
  ['auth/anonymous-action', 'auth/keepalive', 'sites/_public', 'sites/_public.js', 'sites/_theme.css'].map(
    (path) => `/simple-directory/api/${path}`,
  ),
)

const avatars = '/simple-directory/api/avatars/'

/** The capture service is at the root of the site too. */
export const captureService = '/capture/api/v1'

/** Paths at the root of the site that existing scripts and pages call, and those of the API that they stand for. */
const renamedPaths: readonly (readonly [string, string])[] = [
  ['/processings/api/v1/processings', '/api/v1/collectors'],
  ['/processings/api/v1/runs', '/api/v1/collector-runs'],
  ['/processings/api/v1/plugins', '/api/v1/collector-plugins'],
  ['/processings/api/v1/limits', '/api/v1/limits'],
  ['/simple-directory/api/auth/password', '/api/auth/password'],
]

/** The path of the service on most hosts. */
const usualBase = '/data-fair'

/**
 * The path of a request for the router: without the path of PUBLIC_URL, in canonical form.
 * Undefined when the request is outside, or its path is ambiguous (encoded slashes, doubled slashes,
 * backslashes), which a permission check and the router could read differently.
 */
export function routedPath({ pathname }: Pick<URL, 'pathname'>, publicUrl: string): string | undefined {
  const base = publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')
  const isOfRoot = [avatars, `${captureService}/`].some((path) => pathname.startsWith(path))
  if (isOfRoot || directoryPaths.has(pathname)) return pathname
  const renamed = renamedPaths.find(([path]) => pathname === path || pathname.startsWith(`${path}/`))
  if (renamed) return checkedPath(renamed[1] + pathname.slice(renamed[0].length))
  // Applications hard-code this path, also where the service is at the root of its host.
  if (base === '' && pathname.startsWith(`${usualBase}/`)) {
    return routedPath({ pathname: pathname.slice(usualBase.length) }, publicUrl)
  }
  if (base !== '' && pathname !== base && !pathname.startsWith(`${base}/`)) return undefined
  return checkedPath(pathname.slice(base.length) || '/')
}

/** The path to route, undefined for an ambiguous one. A slash at the end of an API path is removed. */
function checkedPath(path: string): string | undefined {
  if (/\/\/|\\|%5c|%2f|%00|;/i.test(path) && !isFilePath(path)) return undefined
  return /^\/api\/v1\/.*\/$/.test(path) && !isForwarded(path) && !isFilePath(path) ? path.slice(0, -1) : path
}

/** Paths whose end is that of another server. */
const isForwarded = (path: string): boolean => /^\/api\/v1\/remote-services\/[^/]+\/proxy\//.test(path)

/** Paths that end with a file name, or an id chosen by a client, may contain its characters, encoded. */
function isFilePath(path: string): boolean {
  // Attachments are addressed by their whole path, which many clients encode with its slashes.
  if (/^\/api\/v1\/datasets\/[a-z0-9_-]+\/attachments\/./.test(path)) return !/\/\/|\\|%5c|%00/i.test(path)
  return /^\/api\/v1\/datasets\/[a-z0-9_-]+\/(own\/[^/\\]+\/)?(data-files|lines)\/[^/\\]+(\/revisions)?$/.test(path)
}
