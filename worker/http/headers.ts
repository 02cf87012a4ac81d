import { createMiddleware } from 'hono/factory'
import { limits } from '../limits'
import { contextOf, type HttpEnv } from './env'

/**
 * The headers of every response: the request id, which is also in the log, and headers that forbid caches to
 * store it and pages to frame it, unless its route sets others. The outermost middleware: it sees the errors of all others.
 */
export const setBaselineHeaders = createMiddleware<HttpEnv>(async function setBaselineHeaders(c, next) {
  const requestId = crypto.randomUUID()
  c.set('requestId', requestId)
  await next()
  const { headers } = c.res
  headers.set('x-request-id', requestId)
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'strict-origin-when-cross-origin')
  if (!headers.has('permissions-policy')) headers.set('permissions-policy', permissionsPolicy())
  if (!headers.has('content-security-policy') && !c.get('withoutPolicy')) {
    // Not a page: a browser that renders it anyway runs no script.
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  }
  const caching = headers.get('cache-control')
  if (caching === null) headers.set('cache-control', 'private, no-store')
  else if (isPublicForLong(caching)) {
    headers.set('cdn-cache-control', `public, max-age=${limits.cache.publicMaxAgeSeconds}`)
    headers.set('x-accel-expires', String(limits.cache.publicMaxAgeSeconds))
  }
  // Without a context the request was rejected before its path was resolved.
  if (contextOf(c)?.baseUrl.startsWith('https:')) {
    headers.set('strict-transport-security', 'max-age=31536000')
  }
})

/**
 * Whether a shared cache would store a response for longer than an unversioned one. It is then told otherwise (RFC 9213, and nginx): what becomes
 * private must not be served from there for as long as a browser stores what it has already shown. Immutable files stay public.
 */
function isPublicForLong(caching: string): boolean {
  const age = Number(/max-age=(\d+)/.exec(caching)?.[1] ?? 0)
  return /\bpublic\b/.test(caching) && !/\bimmutable\b/.test(caching) && age > limits.cache.publicMaxAgeSeconds
}

/** The devices that a page may use: none, or the position of its reader. */
export const permissionsPolicy = (locates = false): string =>
  `camera=(), geolocation=(${locates ? 'self' : ''}), microphone=(), payment=()`

/** Any page may read the API without the visitor's session: no credentials are allowed across origins. */
export const allowOrigins = createMiddleware<HttpEnv>(async function allowOrigins(c, next) {
  if (c.req.method === 'OPTIONS') {
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      // Without credentials no header is a risk: all requested headers are allowed.
      'access-control-allow-headers':
        c.req.header('access-control-request-headers') ??
        'content-type, x-apikey, x-api-key, if-none-match, if-modified-since, tus-resumable, upload-length, upload-offset, upload-metadata, upload-checksum, x-http-method-override',
      'access-control-max-age': '86400',
    }
    return c.body(null, 204, headers)
  }
  await next()
  c.res.headers.set('access-control-allow-origin', '*')
  c.res.headers.set(
    'access-control-expose-headers',
    'link, etag, last-modified, retry-after, x-operation, x-owner, x-request-id, x-resource, server-timing, x-tilesampling, content-disposition, location, tus-resumable, tus-version, tus-extension, tus-max-size, tus-checksum-algorithm, upload-offset, upload-length, upload-metadata, upload-expires',
  )
})
