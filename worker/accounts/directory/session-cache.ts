/** The cache of sessions of an isolate: reading the directory costs more than most responses. */

import { TtlCache } from '../../collections/ttl-cache'
import type { Membership } from '../../identity'
import { limits } from '../../limits'
import { percentDecoded } from '../../net/percent'

/** A session of the embedded directory, and the memberships of its user. */
export type Session = {
  user: { id: string; name: string; email: string; emailVerified: boolean; isAdmin: boolean }
  memberships: Membership[]
}

const recent = new TtlCache<Session>(limits.cache.sessionMs, limits.cache.maxEntries)
const token = /(?:^|;\s*)((?:__Secure-)?[\w.-]+\.session_token=[^;]+)/

/**
 * The session of a request, cached for `limits.cache.sessionMs` by its signed token and the base address.
 *
 * @param find reads the directory. Misses are not cached.
 */
export async function recentSession(
  request: { headers: Headers; baseUrl: string; now: number },
  find: () => Promise<Session | undefined>,
): Promise<Session | undefined> {
  const cookie = token.exec(request.headers.get('cookie') ?? '')?.[1]
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
export function sessionToken(headers: Headers): string | undefined {
  const value = token
    .exec(headers.get('cookie') ?? '')?.[1]
    ?.split('=')
    .slice(1)
    .join('=')
  return value === undefined ? undefined : percentDecoded(value).split('.')[0]
}

/** Clears the cache of sessions. Call it after users, sessions or memberships have changed. */
export function forgetSessions(): void {
  recent.clear()
}
