/** The cache of sessions of an isolate: reading the directory costs more than most responses. */

import { jsonChars } from '../../collections/json-chars'
import { TtlCache } from '../../collections/ttl-cache'
import type { Membership } from '../../identity'
import { limits } from '../../limits'
import { percentDecoded } from '../../net/percent'
import { cookiePrefix } from './session-cookies'

/** A session of the embedded directory, and the memberships of its user. */
export type Session = {
  user: { id: string; name: string; email: string; emailVerified: boolean; isAdmin: boolean }
  memberships: Membership[]
}

const recent = new TtlCache<Session>(limits.cache.sessionMs, limits.cache.accountsChars, jsonChars)

/** The value of the session cookie of a request; undefined also when its name is sent twice. */
function sessionCookie(headers: Headers, baseUrl: string): string | undefined {
  const name = `${cookiePrefix(baseUrl)}.session_token`
  const values = (headers.get('cookie') ?? '').split(';').flatMap((pair) => {
    const [key = '', ...value] = pair.split('=')
    return key.trim() === name ? [value.join('=').trim()] : []
  })
  return values.length === 1 && values[0] ? values[0] : undefined
}

/**
 * The session of a request, cached for `limits.cache.sessionMs` by its signed token and the base address.
 *
 * @param find reads the directory. Misses are not cached.
 */
export async function recentSession(
  request: { headers: Headers; baseUrl: string; now: number },
  find: () => Promise<Session | undefined>,
): Promise<Session | undefined> {
  const cookie = sessionCookie(request.headers, request.baseUrl)
  if (!cookie) return find()
  const key = `${request.baseUrl} ${cookie}`
  const cached = recent.get(key, request.now)
  if (cached) return cached.value
  recent.delete(key)
  const session = await find()
  if (session) recent.set(key, session, request.now)
  return session
}

/** The session token of the cookie, without its signature, which is not verified here: use it once the actor is a signed-in user. */
export function sessionToken(headers: Headers, baseUrl: string): string | undefined {
  const value = sessionCookie(headers, baseUrl)
  return value === undefined ? undefined : percentDecoded(value).split('.')[0]
}

/** Clears the cache of sessions. Call it after users, sessions or memberships have changed. */
export function forgetSessions(): void {
  recent.clear()
}
