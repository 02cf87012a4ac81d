import { problem } from '../../errors'
import { limits } from '../../limits'
import { type ReadableParameters, versionParameters } from '../../net/parameters'
import { validatorOf } from '../etag'
import { parametersOf } from '../request-url'

/** `Cache-Control` of a response that caches may store, and must validate once it is older than that. */
const cacheControl = (scope: 'public' | 'private', maxAgeSeconds: number): string =>
  `must-revalidate, ${scope}, max-age=${maxAgeSeconds}`

/** `Cache-Control` of a response that only browsers store, and validate before each use. */
export const revalidated = cacheControl('private', 0)

type Freshness = {
  /**
   * Who gets the same response. `public`: everyone, so that shared caches may store it. `private`: all that have permission.
   * `caller`: the caller alone, since others get another response at the same URL; it is validated by its content only.
   */
  cacheScope: 'public' | 'private' | 'caller'
  /** When the data last changed, ISO. */
  changedAt?: string | undefined
  /** When the description last changed, ISO: a client that has it may send it as `updatedAt`. */
  describedAt?: string | undefined
  /** No two versions have a date in the same second. */
  hasDistinctSecond?: boolean
  /** The response depends on the time of the request: it has no date, and is not stored for long. */
  isTimed?: boolean
  /** The response is in the language of the reader: caches store one for each (`vary`), and validate it by its date. */
  isLocalized?: boolean
  now: Date
}

/** Cache headers of a data response, and whether the caller's copy is still valid, before any query runs. */
export function cacheHeaders(
  request: Request,
  freshness: Freshness,
): { headers: Record<string, string>; notModified: boolean } {
  const { cacheScope, changedAt, hasDistinctSecond, isTimed = false, isLocalized = false, now } = freshness
  const versioned = checkVersion(parametersOf(request), freshness) && cacheScope !== 'caller' && !isTimed
  const isPublic = cacheScope === 'public'
  const age = versioned ? limits.cache.versionedMaxAgeSeconds : isPublic ? limits.cache.publicMaxAgeSeconds : 0
  const headers: Record<string, string> = {
    'cache-control': cacheControl(isPublic ? 'public' : 'private', age),
    'x-accel-buffering': isPublic ? 'yes' : 'no',
    // A stored response is not that of the next session of the browser, nor of a page that sends no credentials.
    ...(versioned && !isPublic
      ? { vary: `cookie, x-apikey${isLocalized ? ', accept-language' : ''}` }
      : isLocalized
        ? { vary: 'cookie, accept-language' }
        : {}),
  }
  if (!changedAt || isTimed || cacheScope === 'caller') return { headers, notModified: false }
  const changed = Math.floor(Date.parse(changedAt) / 1_000) * 1_000
  // Two versions in the same second have the same date: without a date there is no stale 304.
  if (!hasDistinctSecond && now.getTime() < changed + 1_000) return { headers, notModified: false }
  const lastModified = new Date(changed).toUTCString()
  headers['last-modified'] = lastModified
  return { headers, notModified: validatorOf(request, 'if-modified-since') === lastModified }
}

/**
 * `finalizedAt`/`updatedAt` make a response cacheable for long; a date later than that of the data is rejected. The date of a later
 * description is accepted as `updatedAt`, without that: lines written until then have a date before it.
 */
function checkVersion(params: ReadableParameters, { changedAt, describedAt }: Freshness): boolean {
  let versioned = false
  for (const parameter of versionParameters) {
    const value = params.get(parameter)
    if (value === null) continue
    const requested = Date.parse(value)
    if (Number.isNaN(requested))
      throw problem('parameter-invalid', {
        parameter,
        reason: { en: 'a date is expected', fr: 'une date est attendue' },
      })
    if (changedAt && requested <= Date.parse(changedAt)) versioned = true
    else if (parameter !== 'updatedAt' || !describedAt || requested > Date.parse(describedAt))
      throw problem('version-in-the-future', { parameter })
  }
  return versioned
}
