/** Addresses of the pages of data-fair, its portals and its directory, which links and bookmarks use. Pure. */

/** Paths of data-fair, and the path of the same page here: `$1` is the first group. The query is kept. */
const pages: readonly (readonly [RegExp, string])[] = [
  [/^\/next-ui(\/.*)?$/, '$1'],
  [/^\/datasets\/?$/, '/'],
  [/^\/datasets\/([^/]+)(?:\/full)?$/, '/dataset/$1'],
  [/^\/datasets?\/([^/]+)\/api-doc$/, '/dataset/$1/api-docs'],
  [/^\/datasets\/([^/]+)\/(table|map)$/, '/dataset/$1/$2'],
  [/^\/dataset\/([^/]+)\/thumbnails$/, '/dataset/$1/files'],
  [/^\/dataset\/([^/]+)\/revisions$/, '/dataset/$1/history'],
  [/^\/applications\/([^/]+)$/, '/application/$1'],
  [/^\/applications\/([^/]+)\/full$/, '/app/$1'],
  [/^\/applications?\/([^/]+)\/api-doc$/, '/application/$1/api-docs'],
  [/^\/remote-services?\/([^/]+)\/api-doc$/, '/remote-service/$1/api-docs'],
  [/^\/processings\/?$/, '/collectors'],
  [/^\/processings\/new$/, '/new-collector'],
  [/^\/processings?\/([^/]+)$/, '/collector/$1'],
  [/^\/(?:catalog-)?api-doc$/, '/api-docs'],
  [/^\/(?:update|share)-dataset$/, '/'],
  [/^\/storage$/, '/settings/usage'],
  [/^\/organization$/, '/settings/members'],
  [/^\/admin\/info$/, '/admin'],
  [/^\/me\/api-keys$/, '/settings'],
  [/^(?:\/simple-directory\/me|\/me\/account)$/, '/settings/profile'],
]

/** The page of the API that the viewer of data-fair shows, by its `urlType`. */
const viewerPages: ReadonlyMap<string | null, string> = new Map([
  ['dataset', '/embed/dataset/$/api-docs'],
  ['privateDataset', '/dataset/$/api-docs'],
  ['application', '/application/$/api-docs'],
  ['remoteService', '/remote-service/$/api-docs'],
])

/**
 * The address here of a page of data-fair.
 *
 * @param url of the request
 * @param path its path below the path of the service
 * @returns a path with its query, undefined for other addresses
 */
export function dataFairRedirect(url: URL, path: string): string | undefined {
  if (/^\/openapi-viewer\/?$/.test(path)) return viewerPage(url.searchParams)
  if (path === '/simple-directory/login') return signInPage(url)
  const page = pages.find(([pattern]) => pattern.test(path))
  return page && (path.replace(...page) || '/') + url.search
}

function viewerPage(params: URLSearchParams): string {
  const id = params.get('id')
  const page = viewerPages.get(params.get('urlType'))
  return page && id ? page.replace('$', () => encodeURIComponent(id)) : '/api-docs'
}

/** The page to sign in, which returns to the `redirect` of the request if it is of this host. */
function signInPage(url: URL): string {
  const redirect = url.searchParams.get('redirect') ?? ''
  const back = URL.canParse(redirect, url.origin) ? new URL(redirect, url.origin) : undefined
  if (!redirect || back?.origin !== url.origin) return '/sign-in'
  return `/sign-in?${new URLSearchParams({ back: back.pathname + back.search })}`
}
